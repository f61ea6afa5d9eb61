"""Past moments of a table: who may see them, from which viewpoint, and what they show."""

from __future__ import annotations

import re

import pytest
from django.http import QueryDict

from accounts.models import User
from games.tables.board import presenter
from games.tables.errors import TableError
from games.tables.models import Table
from games.tables.state import snapshot_cache
from tests.kit.played import sits_down
from tests.kit.secrecy import named
from tests.tables.conftest import Played
from tests.tables.pages import Element

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.no_cover]

WHO = ("ann", "ben", "cal", None)  # the seats, a spectator with an account, an anonymous visitor
AT = re.compile(r"\?ply=(\d+)")


def get(table: Played, name: str | None, query: str, status: int = 200) -> str:
    return table.html(name, f"?{query}", status)


def page(table: Played, name: str | None, query: str) -> Element:
    return table.page(name, f"?{query}")


def hrefs(of: Element) -> list[str]:
    return [link.attributes["href"].replace("&amp;", "&") for link in of.all("a")]


def cards(rows: list[Element]) -> list[str]:
    return [card.attributes["data-card"] for row in rows for card in row.all(class_="card")]


def hands(of: Element) -> tuple[list[str], list[str]]:
    """Return the cards at the foot of the board, and the other hand if it is shown."""
    return cards([of.one(class_="hand")]), cards(of.all(class_="open-hand"))


def held(table: Played, ply: int, seat: int) -> list[str]:
    past = table.snapshot.until(ply)
    assert past.position
    return list(past.engine.view(past.position.state, seat).hand)


def kind(table: Played, time_control: str, private: bool = False) -> Played:
    """Set the table's time control, and whether it is private."""
    Table.objects.filter(pk=table.id).update(time_control=time_control, private=private)
    snapshot_cache.forget()
    return table


@pytest.fixture
def eight(table: Played) -> Played:
    """Return a running game with eight entries."""
    return table.plays_to(8)


# --- the access matrix ---

EVERYBODY, NOBODY = (200, 200, 200, 200), (404, 404, 404, 404)
ENDED = {
    "ply=1": EVERYBODY,
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
    "ply=last": EVERYBODY,
    "ply=8&eyes=": EVERYBODY,
    "ply=8&eyes=0": (200, 404, 404, 404),
    "ply=8&eyes=1": (404, 200, 404, 404),
    "ply=8&eyes=all": NOBODY,
    "ply=9": NOBODY,  # not played yet
    "ply=0": NOBODY,
}
LIVE = {"ply=2": NOBODY, "ply=last": NOBODY, "ply=2&eyes=0": NOBODY, "ply=2&eyes=all": NOBODY}
HOSTILE = (
    *("ply=", "ply=-1", "ply=1.0", "ply=R7", "ply=٣", "ply=999999999999", "ply=+3"),
    *("ply=3&eyes=-1", "ply=3&eyes=00", "ply=3&eyes=ALL", "ply=3&eyes=0&eyes=x"),
    *("ply=3&eyes=<b>", "ply=3%0a", "ply=3&eyes=all%20"),
)


def matrix(
    table: Played, rules: dict[str, tuple[int, ...]], who: tuple[str | None, ...] = WHO
) -> None:
    for query, statuses in rules.items():
        for name, status in zip(WHO, statuses, strict=True):
            if name in who:
                get(table, name, query, status)


@pytest.mark.parametrize(("private", "who"), [(False, WHO), (True, (None,))])
def test_everybody_sees_every_moment_of_an_ended_table_through_every_seats_eyes(
    played_out: Played, private: bool, who: tuple[str | None, ...]
) -> None:
    matrix(kind(played_out, "untimed", private), ENDED, who)
    get(played_out, None, f"ply={played_out.ply}")
    get(played_out, None, f"ply={played_out.ply + 1}", 404)


@pytest.mark.parametrize("private", [False, True])
@pytest.mark.parametrize("time_control", ["untimed", "daily", "custom 48h+24h/120h"])
def test_at_a_running_table_everybody_looks_back_through_their_own_eyes(
    eight: Played, time_control: str, private: bool
) -> None:
    matrix(kind(eight, time_control, private), RUNNING)


def test_a_live_game_is_not_looked_back_at(eight: Played) -> None:
    matrix(kind(eight, "fast"), LIVE)
    assert "?ply=" not in (html := get(eight, "ann", "")) and "Look back" not in html
    for time_control in ("normal", "slow", "custom 300+20", "unheard of"):
        matrix(kind(eight, time_control), LIVE, ("ann",))


def test_by_any_slow_clock_one_looks_back(eight: Played) -> None:
    for time_control in ("untimed", "hours", "custom 48h+24h/120h"):
        for query, status in (("ply=8", 200), ("ply=8&eyes=1", 404)):
            get(kind(eight, time_control), "ann", query, status)


def test_nonsense_is_not_found(played_out: Played) -> None:
    ann = played_out.cast["ann"].pk
    for query in HOSTILE:
        with pytest.raises(TableError):
            presenter.moment(presenter.glance(played_out.id, ann), ann, QueryDict(query))
    get(played_out, "ann", HOSTILE[-1], 404)
    get(played_out, "ann", "ply=3&eyes=%00", 400)  # nobody can read it


def test_a_table_where_nothing_was_played_has_no_moments(cast: dict[str, User]) -> None:
    waiting = sits_down(cast, "ann")
    get(waiting, "ann", "ply=1", 404)
    waiting.lets("ann", "stand")
    for query in ("ply=0", "ply=1"):
        get(waiting, "ann", query, 404)
    assert "?ply=" not in get(waiting, "ann", "")


def test_what_is_not_found_says_why(eight: Played) -> None:
    assert "from their own seat" in get(eight, "ann", "ply=3&eyes=1", 404)
    assert "no such moment" in get(eight, "ann", "ply=99", 404)
    assert "This game is live" in get(kind(eight, "fast"), "ann", "ply=3", 404)


# --- what stands there ---


def test_each_pair_of_eyes_sees_its_own_hand(played_out: Played) -> None:
    for ply in (2, 33, played_out.ply):
        for name in ("ann", "ben"):
            own = held(played_out, ply, played_out.seat(name))
            assert hands(page(played_out, name, f"ply={ply}"))[0] == own
        assert hands(page(played_out, None, f"ply={ply}")) == ([], [])
    for who in WHO:
        for seat in (0, 1):
            seen = page(played_out, who, f"ply=33&eyes={seat}")
            assert hands(seen) == (held(played_out, 33, seat), [])


def test_with_all_cards_open_both_hands_lie_there(played_out: Played) -> None:
    for who, near in (("ben", played_out.seat("ben")), ("cal", 0), (None, 0)):
        seen = page(played_out, who, "ply=12&eyes=all")
        assert hands(seen) == (held(played_out, 12, near), held(played_out, 12, 1 - near))
        name = played_out.snapshot.players[1 - near].name
        assert seen.one(class_="open-hand").attributes["aria-label"] == f"{name}’s hand"


def test_a_moment_is_no_board_to_play_on(table: Played) -> None:
    table.plays_to(9)
    back_then = int(table.log[7].split(" ")[0])
    mover = next(name for name in ("ann", "ben") if table.seat(name) == back_then)
    for query, who in (
        ("ply=7", mover),
        ("ply=8", mover),
        ("ply=9", table.mover),
        ("ply=8", "cal"),
    ):
        seen = page(table, who, query)
        board = seen.one("section", id="board")
        assert "data-moment" in board.attributes and "data-your-turn" not in board.attributes
        assert board.attributes["data-ply"] == query[4:]
        assert not seen.all("button", name="code") and not seen.all(class_="undo")
        assert not seen.all(id="resign") and not seen.all("form", id="act")
        assert not seen.all("input", type="hidden", name="ply")
        assert not seen.one("main").all("form", method="post")


def test_htmx_gets_the_moments_board_alone(played_out: Played) -> None:
    client, asking = played_out.browser("ann"), {"HX-Request": "true"}
    answer = client.get(f"/t/{played_out.id}/?ply=5&eyes=1", headers=asking)
    assert answer.content.lstrip().startswith(b'<section id="board"')
    assert b'data-ply="5"' in answer.content and answer["Cache-Control"] == "no-store"


# --- the ways ---


def test_links_lead_through_the_log_and_keep_the_eyes(played_out: Played) -> None:
    last, here = played_out.ply, f"/t/{played_out.id}/?ply="
    first, end = page(played_out, "cal", "ply=1"), page(played_out, "cal", f"ply={last}")
    for query, eyes in (("&eyes=1", "&eyes=1"), ("&eyes=all", "&eyes=all"), ("&eyes=", "")):
        seen = page(played_out, "cal", f"ply=9{query}")
        for id, ply in (("first", 1), ("back", 8), ("on", 10), ("last", last)):
            assert f"{here}{ply}{eyes}" == _way(seen, id)
    for seen, id, ply in ((first, "back", 1), (end, "on", last)):
        assert _way(seen, id) == f"{here}{ply}"
        assert seen.one(id=f"replay-{id}").has("aria-disabled", "true")


def _way(seen: Element, id: str) -> str:
    return seen.one("a", id=f"replay-{id}").attributes["href"].replace("&amp;", "&")


def test_slider_and_eyes_are_a_plain_form(played_out: Played) -> None:
    form = page(played_out, "ann", "ply=9&eyes=all").one("form", method="get")
    slider = form.one("input", name="ply").attributes
    told = [slider[name] for name in ("min", "max", "value", "type")]
    assert told == ["1", str(played_out.ply), "9", "range"]
    assert form.attributes["action"] == f"/t/{played_out.id}/"
    assert form.all("button", class_="replay__show")
    assert _eyes(form) == ["0", "1", "all*"]
    assert _eyes(page(played_out, "cal", "ply=9")) == ["*", "0", "1", "all"]


def _eyes(of: Element) -> list[str]:
    """Return the choices of eyes, with a star at the one that is chosen."""
    return [
        each.attributes["value"] + "*" * ("selected" in each.attributes)
        for each in of.one("select", name="eyes").all("option")
    ]


def test_every_moment_tells_its_step(table: Played) -> None:
    mover, code = table.mover, table.legal()[0]
    table.plays(f"{mover} {code}")
    table.takes_back(mover)
    table.plays(f"{mover} {code}", f"{mover} draw stock")
    name = table.cast[mover].name

    def says(ply: int, who: str | None = None) -> str:
        return page(table, who, f"ply={ply}").one("section", id="board").attributes["data-say"]

    assert says(1) == "Step 1 of 6: The order of play was drawn."
    assert says(2) == "Step 2 of 6: The cards were dealt."
    assert re.match(f"Step 3 of 6: {name} (played|discarded)", says(3))
    assert says(3, mover).startswith("Step 3 of 6: You ")
    assert says(4) == f"Step 4 of 6: {name} took the last move back."
    assert says(6).endswith("and drew from the stock.")
    assert "Your turn" not in get(table, mover, "ply=2")
    seen = page(table, None, "ply=4")
    line = seen.one("ol", class_="log").all("li")[0]
    assert line.text == f"{name} took the last move back" and line.has("aria-current", "true")
    assert not seen.all(class_="is-moved")


def test_the_log_marks_the_moment_and_its_lines_lead_to_theirs(played_out: Played) -> None:
    for who in ("ann", None):
        lines = page(played_out, who, "ply=9&eyes=0").one("ol", class_="log")
        assert [AT.findall(way)[0] for way in hrefs(lines)[:4]] == ["9", "8", "6", "4"]
        assert all(way.endswith("eyes=0") for way in hrefs(lines))
        current = [line.attributes.get("aria-current") for line in lines.all("a")[:3]]
        assert current == ["true", None, None]
        board = page(played_out, who, "")
        assert AT.findall(hrefs(board.one("ol", class_="log"))[0]) == [str(played_out.ply)]
        # before the first move there is little to see: the order of play, and the deal
        replay = board.one(class_="result").one("a", href=f"/t/{played_out.id}/?ply=3")
        assert replay.text == "Replay"


def test_a_running_table_offers_the_way_back_without_links_in_its_log(eight: Played) -> None:
    for who in WHO:
        board = page(eight, who, "")
        assert not board.one("ol", class_="log").all("a")
        ways = [way for way in hrefs(board.one(id="options")) if "ply=" in way]
        assert ways == [f"/t/{eight.id}/?ply=last"]
        since = board.all("p", class_="help--since")
        assert bool(since) == (who == eight.mover)
        if since:  # what the other did since one's turn
            assert (
                hrefs(since[0]) == [f"/t/{eight.id}/?ply=8"]
                and eight.waiter in since[0].one("a").text
            )
        past = page(eight, who, "ply=8")
        assert past.one("ol", class_="log").all("a") and not past.all("select", name="eyes")


def test_names_are_text(played_out: Played) -> None:
    User.objects.filter(username="ann").update(username="<b>%(player)s</b>")
    snapshot_cache.forget()
    text = get(played_out, None, "ply=4&eyes=all")
    assert "<b>%(" not in text and "&lt;b&gt;" in text


def test_the_log_page_links_to_moments(eight: Played) -> None:
    assert AT.findall(eight.html("cal", "log/")) == ["4", "6", "8"]
    assert not AT.findall(kind(eight, "fast").html("cal", "log/"))


# --- secrets ---


def test_looking_back_shows_no_card_that_one_did_not_see_then(table: Played) -> None:
    table.plays_to(40)
    for ply in (2, 3, 24, 40):
        past = table.snapshot.until(ply)
        steps = [code.split(" ") for code in table.log[2:ply]]
        down = {card for _, verb, card in steps if verb in ("play", "discard")}
        for who in WHO:
            seat = past.seated(table.cast[who].pk) if who else None
            own = set() if seat is None else set(held(table, ply, seat))
            text = get(table, who, f"ply={ply}")
            html = text[text.index('<section id="board"') :]
            assert own <= named(html) <= down | own, (who, ply)
