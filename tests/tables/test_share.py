"""The picture of an ended game: when there is one, and the cards that it never shows."""

from __future__ import annotations

import struct
from xml.etree import ElementTree

from django.conf import settings
from django.test import Client

from accounts.models import User
from games.screens import share_card
from games.screens.share_card import Facts, Player
from games.tables.board import picture
from games.tables.models import Table
from games.tables.state import snapshot_cache
from tests.kit.played import sits_down
from tests.tables.conftest import NOON, Played

SVG = "{http://www.w3.org/2000/svg}"


def address(table: Played) -> str:
    return f"/t/{table.id}/card.png"


def size(picture: bytes) -> tuple[int, ...]:
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", picture[16:24])


def drawing(table: Played) -> str:
    facts = picture.card(table.snapshot)
    assert facts
    return share_card.draw(facts, True)


def said(svg: str) -> list[str]:
    return ["".join(text.itertext()) for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def wins(table: Played) -> str:
    """Let Ann play one card and Ben resign; return the name of the card."""
    while table.mover != "ann":
        table.plays(f"{table.mover} {table.legal()[-1]}")
    while not (codes := [code for code in table.legal("ann") if code.startswith("play")]):
        table.plays(f"{table.mover} {table.legal()[-1]}")
    table.plays(f"ann {codes[0]}")
    table.does("ben", "resign")
    return codes[0].split(" ")[1]


def og(table: Played) -> list[dict[str, str]]:
    metas = [meta.attributes for meta in table.page().all("meta")]
    return [meta for meta in metas if meta.get("property", "").startswith("og:image")]


# --- when there is one ---


def test_the_picture_of_an_open_table_invites(cast: dict[str, User]) -> None:
    opened = sits_down(cast, "ann")
    assert size(Client().get(address(opened)).content) == (1200, 630)
    facts = picture.invitation(opened.snapshot)
    assert facts
    words = said(share_card.poster(facts))
    assert {"Lost Cities", "ann invites you", "1 seat is free"} <= set(words)
    assert Client().get("/t/nosuchtable/card.png").status_code == 404


def test_a_game_that_runs_or_was_broken_off_has_no_picture(table: Played) -> None:
    for status in ("running", "ended"):
        assert table.status == status and not og(table)
        for name in (None, "ann"):
            assert table.browser(name).get(address(table)).status_code == 404
        if status == "running":
            # Before both have moved, one player alone may call the game off.
            table.does("ann", "abort")
    assert not table.page("ann").one(id="result").all(id="share")


def test_the_picture_of_an_ended_game(table: Played) -> None:
    """The page names it, and shows it to everybody. A new name is a new picture. That of a private
    table is for those who have its link."""
    wins(table)
    answer = Client().get(address(table))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert size(answer.content) == (1200, 630)
    assert answer["Cache-Control"] == "public, max-age=86400"
    again = Client().get(address(table), headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert {meta["property"]: meta["content"] for meta in og(table)} == {
        "og:image": settings.BASE_URL + address(table),
        "og:image:type": "image/png",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": "Lost Cities: ann beats ben",
    }
    for name in ("ann", None):
        found = table.page(name).one(id="result")
        assert [way.text for way in found.all(popovertarget="share")] == ["Share", "Close"]
        assert found.one("img").attributes["src"] == address(table)
        link = found.one(id="share-link")
        assert link.attributes["data-text"].endswith(f"/t/{table.id}/")
    User.objects.filter(pk=table.cast["ann"].pk).update(username="Annabel")
    Table.objects.filter(pk=table.id).update(private=True)
    snapshot_cache.forget()
    private = Client().get(address(table))
    assert private["ETag"] != answer["ETag"] and not og(table)
    assert (private.status_code, private["Cache-Control"]) == (200, "private, max-age=86400")


# --- what it shows ---


def test_only_what_lay_on_the_table(table: Played) -> None:
    """Ann holds seven more cards. Only the card that she played is drawn."""
    card = wins(table)
    facts = picture.card(table.snapshot)
    assert facts and facts.display
    assert {face.suit.letter.upper() + (face.rank or "x") for face in facts.display.cards} == {card}
    assert facts.display.caption.startswith("ann’s ")


def test_a_hostile_name_is_text(table: Played) -> None:
    wins(table)
    nodes = {f"{SVG}script", f"{SVG}image"}
    for name in ("<script>&\"'", "]]><image href='/etc/passwd'/>", "{{ 7*7 }}%(x)s", "W" * 24):
        User.objects.filter(pk=table.cast["ann"].pk).update(username=name)
        snapshot_cache.forget()
        svg = drawing(table)
        assert not nodes & {node.tag for node in ElementTree.fromstring(svg).iter()}
        assert name[:8] in " ".join(said(svg))
    assert size(share_card.png(svg)[0]) == (1200, 630)


def facts(*players: Player, scored: bool = True) -> Facts:
    cover = "lost_cities/cover.svg"
    return Facts("lost_cities", "A game", players, scored, NOON, None, cover)


def test_words_by_result() -> None:
    ann, ben, cal = Player("Ann", 128, 1), Player("Ben", -4, 2), Player("Cal", -9, 3)
    assert facts(ann, ben).words == "A game: Ann beats Ben, 128 to −4"
    assert facts(ben, ann, scored=False).words == "A game: Ann beats Ben"
    assert facts(cal, ann, ben).headline == "Ann wins"
    assert facts(ann, Player("Ben", 128, 1)).headline == "A draw: Ann, Ben"
    assert facts(cal, ann, ben).words == "A game: Ann wins, 128, −4, −9"
    assert {"Ann 128", "Ben −4", "Cal −9"} <= set(
        said(share_card.draw(facts(cal, ann, ben), False))
    )


def test_a_game_that_shows_nothing_of_itself_has_its_cover() -> None:
    svg = share_card.draw(facts(Player("Ann", 5, 1), Player("Ben", 3, 2)), False)
    assert 'href="data:image/svg+xml;base64,' in svg
    assert size(share_card.png(svg)[0]) == (1200, 630)


def test_the_seal_is_only_on_what_was_checked() -> None:
    ended = facts(Player("Ann", 5, 1), Player("Ben", 3, 2))
    assert "dealt fairly · 21 November 2026" in said(share_card.draw(ended, True))
    assert "21 November 2026" in said(share_card.draw(ended, False))


def test_words_that_do_not_fit_are_cut() -> None:
    for text in ("W" * 24 + " beats " + "M" * 24, "i" * 200, "Ann beats Ben"):
        for line, at in share_card.lines(text):
            assert share_card.measure(line) * at <= share_card.TEXT
    assert share_card.fitted("M" * 99, 30, 300)[0].endswith("…")


def test_a_guest_may_keep_the_game_with_an_account(table: Played) -> None:
    wins(table)
    ways = "/accounts/signup/?next=/t/" + table.id + "/"
    assert not table.page("ann").one(id="result").all("a", href=ways)
    User.objects.filter(pk=table.cast["ann"].pk).update(is_guest=True)
    snapshot_cache.forget()
    shown = table.page("ann").one(id="result").one("a", href=ways).text
    assert shown == "Keep this game"
    assert not table.page("ben").one(id="result").all("a", href=ways)
