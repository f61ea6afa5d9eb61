"""Past moments of a table: who may see them, from which viewpoint, and what they show."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.tables import services
from games.tables.models import Table
from games.tables.state import snapshot_cache
from tests.kit.secrecy import named
from tests.tables.conftest import NOON, Played
from tests.tables.pages import Element, read

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.no_cover]

WHO = ("ann", "ben", "cal", None)  # the seats, a spectator with an account, an anonymous visitor
AT = re.compile(r"\?ply=(\d+)")


def client_of(table: Played, name: str | None) -> Client:
    client = Client()
    if name:
        client.force_login(table.cast[name])
    return client


def get(table: Played, name: str | None, query: str, status: int = 200) -> str:
    answer = client_of(table, name).get(f"/t/{table.id}/?{query}")
    text = answer.content.decode()
    assert answer.status_code == status, (name, query, answer.status_code, text[:300])
    return text


def page(table: Played, name: str | None, query: str) -> Element:
    return read(get(table, name, query))


def link(of: Element, id: str) -> str:
    return of.one("a", id=id).attributes["href"].replace("&amp;", "&")


def hand(of: Element) -> list[str]:
    """Return the cards at the foot of the board."""
    return [card.attributes["data-card"] for card in of.one(class_="hand").all(class_="card")]


def opened(of: Element) -> list[str]:
    """Return the other hand, if it is shown."""
    return [
        card.attributes["data-card"]
        for row in of.all(class_="open-hand")
        for card in row.all(class_="card")
    ]


def held(table: Played, ply: int, seat: int) -> list[str]:
    past = table.snapshot.until(ply)
    assert past.position
    return list(past.engine.view(past.position.state, seat).hand)


def kind(table: Played, time_control: str) -> Played:
    """Set the table's time control."""
    Table.objects.filter(pk=table.id).update(time_control=time_control)
    from games.tables.state import snapshot_cache

    snapshot_cache.forget()
    return table


# --- the access matrix ---

EVERYBODY, NOBODY = (200, 200, 200, 200), (404, 404, 404, 404)
ENDED = {
    "ply=1": EVERYBODY,
    "ply=2": EVERYBODY,
    "ply=17&eyes=0": EVERYBODY,
    "ply=17&eyes=1": EVERYBODY,
    "ply=17&eyes=all": EVERYBODY,
    "ply=17&eyes=": EVERYBODY,
    "ply=17&eyes=2": NOBODY,
    "ply=0": NOBODY,
}
RUNNING = {  # by correspondence or without a clock
    "ply=1": EVERYBODY,
    "ply=8": EVERYBODY,
    "ply=8&eyes=": EVERYBODY,
    "ply=8&eyes=0": (200, 404, 404, 404),
    "ply=8&eyes=1": (404, 200, 404, 404),
    "ply=8&eyes=all": NOBODY,
    "ply=9": NOBODY,  # not played yet
    "ply=0": NOBODY,
}
HOSTILE = [
    "ply=",
    "ply=-1",
    "ply=1.0",
    "ply=R7",
    "ply=٣",
    "ply=999999999999",
    "ply=+3",
    "ply=3&eyes=-1",
    "ply=3&eyes=00",
    "ply=3&eyes=ALL",
]
HOSTILE += ["ply=3&eyes=0&eyes=x", "ply=3&eyes=<b>", "ply=3%0a", "ply=3&eyes=all%20"]


def matrix(table: Played, rules: dict[str, tuple[int, ...]]) -> None:
    for query, statuses in rules.items():
        for who, status in zip(WHO, statuses, strict=True):
            get(table, who, query, status)


@pytest.mark.parametrize("private", [False, True])
def test_everybody_sees_every_moment_of_an_ended_table_through_every_seats_eyes(
    played_out: Played, private: bool
) -> None:
    Table.objects.filter(pk=played_out.id).update(private=private)
    matrix(played_out, ENDED)
    get(played_out, None, f"ply={played_out.row.ply}")
    get(played_out, None, f"ply={played_out.row.ply + 1}", 404)


@pytest.mark.parametrize("time_control", ["untimed", "daily", "custom 48h+24h/120h"])
@pytest.mark.parametrize("private", [False, True])
def test_at_a_running_table_everybody_looks_back_through_their_own_eyes(
    table: Played, time_control: str, private: bool
) -> None:
    table.plays_on(until=lambda snapshot: snapshot.ply == 8)
    Table.objects.filter(pk=table.id).update(private=private)
    matrix(kind(table, time_control), RUNNING)


@pytest.mark.parametrize("time_control", ["fast", "normal", "slow", "custom 300+20", "unheard of"])
def test_a_live_game_is_not_looked_back_at(table: Played, time_control: str) -> None:
    table.plays_on(until=lambda snapshot: snapshot.ply == 8)
    matrix(
        kind(table, time_control),
        {"ply=2": NOBODY, "ply=2&eyes=0": NOBODY, "ply=2&eyes=all": NOBODY},
    )
    assert "?ply=" not in get(table, "ann", "") and "Look back" not in get(table, "ann", "")


@pytest.mark.parametrize("query", HOSTILE)
def test_nonsense_is_not_found(played_out: Played, query: str) -> None:
    get(played_out, "ann", query, 404)


def test_what_nobody_can_read_is_refused_before(played_out: Played) -> None:
    get(played_out, "ann", "ply=3&eyes=%00", 400)


def test_a_table_where_nothing_was_played_has_no_moments(cast: dict[str, object]) -> None:
    opened = services.open_table(creator=cast["ann"], game="lost_cities", now=NOON)  # type: ignore[arg-type]
    waiting = Played(opened.id, cast)  # type: ignore[arg-type]
    for query in ("ply=0", "ply=1"):
        get(waiting, "ann", query, 404)
    services.stand(table_id=opened.id, user=cast["ann"], now=NOON)  # type: ignore[arg-type]
    for query in ("ply=0", "ply=1"):
        get(waiting, "ann", query, 404)
    assert "?ply=" not in get(waiting, "ann", "")


def test_what_is_not_found_says_why(table: Played) -> None:
    table.plays_on(until=lambda snapshot: snapshot.ply == 8)
    assert "from their own seat" in get(table, "ann", "ply=3&eyes=1", 404)
    assert "no such moment" in get(table, "ann", "ply=99", 404)
    assert "This game is live" in get(kind(table, "fast"), "ann", "ply=3", 404)


# --- what stands there ---


def test_each_pair_of_eyes_sees_its_own_hand(played_out: Played) -> None:
    for ply in (2, 3, 10, 33, played_out.row.ply):
        hands = [held(played_out, ply, 0), held(played_out, ply, 1)]
        ann, ben = played_out.seat("ann"), played_out.seat("ben")
        assert hand(page(played_out, "ann", f"ply={ply}")) == hands[ann]
        assert hand(page(played_out, "ben", f"ply={ply}")) == hands[ben]
        for who in WHO:
            for seat in (0, 1):
                seen = page(played_out, who, f"ply={ply}&eyes={seat}")
                assert hand(seen) == hands[seat] and opened(seen) == []
        seen = page(played_out, None, f"ply={ply}")
        assert hand(seen) == [] and opened(seen) == []


def test_with_all_cards_open_both_hands_lie_there(played_out: Played) -> None:
    for who, near in (
        ("ann", played_out.seat("ann")),
        ("ben", played_out.seat("ben")),
        ("cal", 0),
        (None, 0),
    ):
        seen = page(played_out, who, "ply=12&eyes=all")
        assert hand(seen) == held(played_out, 12, near)
        assert opened(seen) == held(played_out, 12, 1 - near)
        name = played_out.snapshot.players[1 - near].name
        assert seen.one(class_="open-hand").attributes["aria-label"] == f"Hand of {name}"


def test_a_moment_is_no_board_to_play_on(table: Played) -> None:
    table.plays_on(until=lambda snapshot: snapshot.ply == 9)
    back_then = table.log[7].split(" ")[0]
    mover = next(name for name in ("ann", "ben") if str(table.seat(name)) == back_then)
    for query in ("ply=7", "ply=8", "ply=9"):
        for who in (mover, "ann", "ben", "cal"):
            seen = page(table, who, query)
            board = seen.one("section", id="board")
            assert "data-moment" in board.attributes and "data-your-turn" not in board.attributes
            assert board.attributes["data-ply"] == query[4:]
            assert (
                not seen.all("button", name="code")
                and not seen.all(class_="undo")
                and not seen.all(id="resign")
            )
            assert not seen.all("form", id="act") and not seen.all(
                "input", type="hidden", name="ply"
            )
            assert not seen.one("main").all("form", method="post")


def test_htmx_gets_the_moments_board_alone(played_out: Played) -> None:
    answer = client_of(played_out, "ann").get(
        f"/t/{played_out.id}/?ply=5&eyes=1", headers={"HX-Request": "true"}
    )
    assert (
        answer.content.lstrip().startswith(b'<section id="board"')
        and b'data-ply="5"' in answer.content
    )
    assert answer["Cache-Control"] == "no-store"


# --- the ways ---


def test_links_lead_through_the_log_and_keep_the_eyes(played_out: Played) -> None:
    last = played_out.row.ply
    for query, eyes in (
        ("", ""),
        ("&eyes=1", "&eyes=1"),
        ("&eyes=all", "&eyes=all"),
        ("&eyes=", ""),
    ):
        seen = page(played_out, "cal", f"ply=9{query}")
        for id, ply in (("first", 1), ("back", 8), ("on", 10), ("last", last)):
            assert link(seen, f"replay-{id}") == f"/t/{played_out.id}/?ply={ply}{eyes}"
    first, end = page(played_out, "cal", "ply=1"), page(played_out, "cal", f"ply={last}")
    assert link(first, "replay-back").endswith("?ply=1") and first.one(id="replay-back").has(
        "aria-disabled", "true"
    )
    assert link(end, "replay-on").endswith(f"?ply={last}") and end.one(id="replay-on").has(
        "aria-disabled", "true"
    )


def test_slider_and_eyes_are_a_plain_form(played_out: Played) -> None:
    form = page(played_out, "ann", "ply=9&eyes=all").one("form", method="get")
    slider = form.one("input", name="ply").attributes
    assert (slider["min"], slider["max"], slider["value"], slider["type"]) == (
        "1",
        str(played_out.row.ply),
        "9",
        "range",
    )
    choices = [
        (option.attributes["value"], "selected" in option.attributes)
        for option in form.one("select", name="eyes").all("option")
    ]
    assert choices == [("0", False), ("1", False), ("all", True)]
    assert form.attributes["action"] == f"/t/{played_out.id}/" and form.all(
        "button", class_="replay__show"
    )
    choices = [
        (option.attributes["value"], "selected" in option.attributes)
        for option in page(played_out, "cal", "ply=9").one("select", name="eyes").all("option")
    ]
    assert choices == [("", True), ("0", False), ("1", False), ("all", False)]


def test_at_a_running_table_there_are_no_eyes_to_choose(table: Played) -> None:
    table.plays_on(until=lambda snapshot: snapshot.ply == 8)
    for who in WHO:
        assert not page(table, who, "ply=8").all("select", name="eyes")


def test_every_moment_tells_its_step(table: Played) -> None:
    mover = table.mover
    code = table.legal()[0]
    table.plays(f"{mover} {code}")
    table.takes_back(mover)
    table.plays(f"{mover} {code}", f"{mover} draw stock")
    name = table.cast[mover].name

    def says(ply: int, who: str | None = None) -> str:
        return page(table, who, f"ply={ply}").one("section", id="board").attributes["data-say"]

    assert says(1) == "Step 1 of 6: The order of play was drawn."
    assert says(2) == "Step 2 of 6: The cards were dealt."
    assert says(3).startswith(f"Step 3 of 6: {name} played") or says(3).startswith(
        f"Step 3 of 6: {name} discarded"
    )
    assert says(3, mover).startswith("Step 3 of 6: You ")
    assert says(4) == f"Step 4 of 6: {name} took the last move back."
    assert says(6).endswith("and drew from the stock.")
    assert "Your turn" not in get(table, mover, "ply=2")


def test_the_log_marks_the_moment_and_its_lines_lead_to_theirs(played_out: Played) -> None:
    for who in WHO:
        seen = page(played_out, who, "ply=9&eyes=0")
        lines = seen.one("ol", class_="log").all("a")
        assert [AT.search(line.attributes["href"])[1] for line in lines[:4]] == ["9", "8", "6", "4"]  # type: ignore[index]
        assert all(line.attributes["href"].endswith("eyes=0") for line in lines)
        assert [line.attributes.get("aria-current") for line in lines[:3]] == ["true", None, None]
        board = page(played_out, who, "")
        lines = board.one("ol", class_="log").all("a")
        assert AT.search(lines[0].attributes["href"])[1] == str(played_out.row.ply)  # type: ignore[index]
        # before the first move there is little to see: the order of play, and the deal
        assert (
            board.one(class_="result").one("a", href=f"/t/{played_out.id}/?ply=3").text == "Replay"
        )


def test_a_step_that_was_taken_back_stands_in_the_log_of_that_moment(table: Played) -> None:
    mover = table.mover
    table.plays(f"{mover} {table.legal()[0]}")
    table.takes_back(mover)
    lines = page(table, None, "ply=4").one("ol", class_="log").all("li")
    assert lines[0].text == f"{table.cast[mover].name} took the last move back" and lines[0].has(
        "aria-current", "true"
    )
    assert not page(table, None, "ply=4").all(class_="is-moved")


def test_a_running_table_offers_the_way_back_without_links_in_its_log(table: Played) -> None:
    table.plays_on(until=lambda snapshot: snapshot.ply == 8)
    for who in WHO:
        board = page(table, who, "")
        assert not board.one("ol", class_="log").all("a")
        assert [
            way.attributes["href"]
            for way in board.one(id="options").all("a")
            if AT.search(way.attributes["href"])
        ] == [f"/t/{table.id}/?ply=8"]
        assert page(table, who, "ply=8").one("ol", class_="log").all("a")


def test_what_the_other_did_since_ones_turn_leads_to_its_moment(table: Played) -> None:
    table.plays_on(until=lambda snapshot: snapshot.ply == 8)
    board = page(table, table.mover, "")
    since = board.one("p", class_="help--since").one("a")
    name = table.cast[table.waiter].username
    assert since.attributes["href"] == f"/t/{table.id}/?ply=8" and name in since.text
    for who in (table.waiter, None):
        assert not page(table, who, "").all("p", class_="help--since")


def test_names_are_text(played_out: Played) -> None:
    user = played_out.cast["ann"]
    user.username = "<b>%(player)s</b>"
    user.save()

    snapshot_cache.forget()
    text = get(played_out, None, "ply=4&eyes=all")
    assert "<b>%(" not in text and "&lt;b&gt;" in text


def test_the_log_page_links_to_moments(table: Played) -> None:
    table.plays_on(until=lambda snapshot: snapshot.ply == 8)
    client = client_of(table, "cal")
    assert AT.findall(client.get(f"/t/{table.id}/log/").content.decode()) == ["4", "6", "8"]
    assert not AT.findall(
        client_of(kind(table, "fast"), "cal").get(f"/t/{table.id}/log/").content.decode()
    )


# --- secrets ---


def test_looking_back_shows_no_card_that_one_did_not_see_then(table: Played) -> None:
    table.plays_on(until=lambda snapshot: snapshot.ply == 40)
    for ply in (2, 3, 11, 24, 40):
        past = table.snapshot.until(ply)
        down = {
            code.split(" ")[2]
            for code in table.log[2:ply]
            if code.split(" ")[1] in ("play", "discard")
        }
        for who in WHO:
            seat = past.seated(table.cast[who].pk) if who else None
            own = set() if seat is None else set(held(table, ply, seat))
            text = get(table, who, f"ply={ply}")
            html = text[text.index('<section id="board"') :]
            assert named(html) <= down | own, (who, ply)
            assert named(html) >= own
