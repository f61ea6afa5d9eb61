"""The page about the deals of a table, before and after its end, and the whole log."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.tables.models import Action, Table
from tests.kit.played import dealt, sits_down
from tests.tables.conftest import Played
from tests.tables.pages import Element, read

pytestmark = pytest.mark.django_db


def ends(table: Played) -> Element:
    """End the game at once, with few plies, and return the page about its deals."""
    table.does("ben", "resign")
    return table.page(None, "fair/")


@pytest.fixture
def cut(cast: dict[str, User]) -> Played:
    """Return a running table at which both browsers have drawn a nonce."""
    opened = sits_down(cast, "ann", nonce="number-of-ann")
    opened.lets("ben", "sit", nonce="number-of-ben")
    return opened


def test_before_the_end_only_the_fingerprint_is_told(cut: Played) -> None:
    html = cut.html(None, "fair/")
    shown = read(html)
    assert shown.one("h1").text == "This shuffle is sealed"
    assert cut.row.commitment in html
    assert bytes(cut.row.secret).hex() not in html
    assert "number-of" not in html
    assert "Opens when the game ends." in shown.one(class_="seal-steps__due").text
    assert shown.all(class_="deals") == []


def test_after_the_end_every_deal_is_told(cut: Played, table: Played) -> None:
    """And who had a part in it."""
    shown = ends(cut)
    assert shown.one("h1").text == "This game was dealt fairly"
    verdict = shown.one(class_="verdict").text
    assert "Lost Cities, ann against ben" in verdict and "Both deals were checked." in verdict
    assert "the same" in shown.one(class_="same").text
    dealt = Action.objects.get(table=cut.id, ply=1).code.split()[1:]
    for part, cards in (("deal__cards", dealt), ("deal__first", dealt[:8])):
        row = shown.one(class_=part).all(class_="card")
        assert [card.attributes["data-card"] for card in row] == cards
    numbers = shown.one(class_="numbers").text
    assert bytes(cut.row.secret).hex() in numbers
    assert all(player.nonce in numbers for player in cut.snapshot.players)
    links = [link.attributes["href"] for link in shown.one(class_="fair__files").all("a")]
    assert "verify_shuffle" in links[0] and links[1] == f"/t/{cut.id}/fair.json"
    signs = [line.text for line in shown.all(class_="signs")[1:3]]
    assert signs == ["ann numb er-o …", "ben numb er-o …"]
    assert "So nobody can choose the cards alone." in shown.one(class_="seal-steps").text
    alone = ends(table)
    assert alone.one("h1").text == "This game was dealt as it was sealed"
    assert "ann" not in [line.text for line in alone.all(class_="signs")], "the sentence says it"
    assert "we alone could have chosen the secret" in alone.one(class_="seal-steps").text


def test_the_order_of_play_is_told_by_names(table: Played) -> None:
    shown = ends(table)
    order = [int(seat[1:]) for seat in Action.objects.get(table=table.id, ply=0).code.split()[1:]]
    names = [table.snapshot.players[number].name for number in order]
    assert shown.one(class_="deal__order").text == f"{names[0]}, then {names[1]}"


def test_seats_taken_as_they_sat_are_not_called_drawn(cast: dict[str, User]) -> None:
    shown = ends(dealt(cast, "ann", "ben", order="seats"))
    assert shown.one("h1").text == "This game was dealt as it was sealed"
    assert "as they sat" in shown.one(class_="deals").text


def test_a_deal_that_does_not_match_is_said_plainly(table: Played) -> None:
    ends(table)
    Table.objects.filter(pk=table.id).update(secret=b"\1" * 64)
    shown = table.page(None, "fair/")
    assert shown.one("h1").text == "This deal does not match"
    assert "whoever runs this site" in shown.one(role="alert").text
    assert "not the same" in shown.one(class_="same--not").text
    found = {sign.attributes["aria-label"] for sign in shown.all(class_="deal__sign")}
    assert found <= {"matches", "does not match"}
    assert len(shown.all(class_="deals__wrong")) >= 1


def test_a_table_that_closed_has_nothing_to_check(cast: dict[str, User]) -> None:
    closed = sits_down(cast, "ann")
    closed.lets("ann", "stand")
    assert closed.page(None, "fair/").one("h1").text == "Nothing was dealt here"
    assert "closed before a game began" in closed.page(None, "log/").one(class_="log-page").text


def test_nobody_is_told_that_the_cards_were_fixed_before(table: Played) -> None:
    for text in (table.page(None, "fair/").text.lower(), ends(table).text.lower()):
        assert "our part" in text
        assert "cards were fixed" not in text and "cards are fixed" not in text


def test_the_whole_log_in_words(table: Played) -> None:
    table.plays(f"{table.mover} {table.legal()[0]}")
    table.takes_back(table.mover)
    mover, code = table.mover, table.legal()[-1]
    table.plays(f"{mover} {code}", f"{mover} draw stock")
    lines = [line.text for line in table.page(mover, "log/").one(class_="turns").all("li")]
    assert lines[:2] == ["The order of play was drawn.", "The cards were dealt."]
    assert lines[2].startswith("1 You discarded ") and "drew from the stock" in lines[2]
    assert len(lines) == 3, "what was taken back is not told"


def test_the_log_of_an_ended_table_leads_to_every_moment(table: Played) -> None:
    ends(table.plays_to(8))
    turns = table.page(None, "log/").one(class_="turns")
    links = [link.attributes["href"] for link in turns.all("a")]
    assert len(links) == 3
    for link in links:
        assert Client().get(link).status_code == 200


def test_search_engines_leave_out_what_is_private_or_runs(cast: dict[str, User]) -> None:
    for private, ended in ((True, True), (False, False), (False, True)):
        table = dealt(cast, "ann", "ben", private=private)
        if ended:
            table.does("ann", "resign")
        hidden = '<meta name="robots" content="noindex">' in table.html(None, "fair/")
        assert hidden == (private or not ended)
