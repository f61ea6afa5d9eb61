"""Clocks, ratings and the terms of a table on its pages, as the server sends them."""

from __future__ import annotations

from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.kernel.clock import MINUTE
from games.screens import player_ratings
from games.screens.player_ratings import ShownRating
from games.tables.board import presenter, render
from games.tables.state import snapshot_cache
from tests.kit.played import dealt, sits_down
from tests.tables.conftest import NOON, Played
from tests.tables.pages import Element, read

pytestmark = pytest.mark.django_db


def deals(
    cast: dict[str, User], clock: str = "normal", *, rated: bool = True, now: datetime = NOON
) -> Played:
    """Return a game in which Ann moves first."""
    terms = {"clock": clock, "rated": rated, "order": "seats"}
    return dealt(cast, "ann", "ben", **terms | ({} if now == NOON else {"now": now}))


def shows(played: Played, name: str | None, now: datetime | None = None) -> Element:
    user = played.cast[name] if name else None
    return read(presenter.board(presenter.look(played.id), user.pk if user else None, now=now))


def clocks(board: Element) -> list[Element]:
    return [board.one("time", id=f"clock-{seat}") for seat in (0, 1)]


def gets(table: Played, name: str | None = None, **headers: str) -> Any:
    return table.browser(name).get(f"/t/{table.id}/", headers=headers)


def waits_for(cast: dict[str, User]) -> Played:
    """Return a rated table that waits."""
    cast["guest"] = User.objects.create(username="guest-4k2fabcd", is_guest=True)
    return sits_down(cast, "ann", clock="daily", rated=True)


# --- what a board says


def test_whoever_is_to_act_has_a_clock_that_ticks(cast: dict[str, User]) -> None:
    ann, ben = clocks(shows(deals(cast), "ann"))
    ends = int((NOON + timedelta(minutes=5)).timestamp() * 1000)
    found = (ann.attributes["data-left"], ann.attributes["data-until"])
    assert found == (str(5 * MINUTE), str(ends))
    assert ann.attributes["datetime"] == "2026-11-21T12:05:00+00:00"
    assert (ben.attributes["data-left"], ben.attributes["datetime"]) == (str(5 * MINUTE), "PT300S")
    assert "data-until" not in ben.attributes
    assert (ann.text, ben.text) == ("5:00", "5:00")


def test_before_the_first_move_the_clock_says_whose_time_it_is(cast: dict[str, User]) -> None:
    played = deals(cast)
    ann, _ben = clocks(shows(played, "ann"))
    assert ann.attributes["title"] == "time for the first move; the clock starts with it"
    played.plays(f"ann {played.legal()[0]}")
    ann, _ben = clocks(shows(played, "ann"))
    assert "title" not in ann.attributes and "data-until" in ann.attributes


def test_the_increment_comes_when_the_turn_passes(cast: dict[str, User]) -> None:
    played = deals(cast)
    played.plays(f"ann {played.legal()[0]}")
    played.now += timedelta(seconds=49)
    assert clocks(shows(played, "ben"))[0].text == "5:00"
    played.now += timedelta(seconds=9)
    played.plays("ann draw stock")
    ann, ben = clocks(shows(played, "ben"))
    assert (ann.text, ben.text) == ("4:21", "5:00")
    assert "data-until" in ben.attributes and "data-until" not in ann.attributes


def test_a_fragment_does_not_know_what_time_it_is(cast: dict[str, User]) -> None:
    """A fragment is kept for the next viewer, and a push has to equal a board that a page
    requests."""
    played = deals(cast, now=timezone.now() - timedelta(minutes=2))
    first, later = (gets(played, "ann", **{"HX-Request": "true"}) for _ in range(2))
    assert first.content == later.content
    assert [clock.text for clock in clocks(read(first.content.decode()))] == ["5:00", "5:00"]


def test_a_page_without_javascript_shows_what_is_left_now(cast: dict[str, User]) -> None:
    played = deals(cast, now=timezone.now() - timedelta(minutes=2))
    ann, ben = clocks(played.page("ann"))
    assert ann.text in ("3:00", "2:59", "2:58") and ben.text == "5:00"
    # The value from which the script counts does not change.
    assert ann.attributes["data-left"] == str(5 * MINUTE)


def test_apart_from_the_clocks_it_is_the_board_that_is_pushed(cast: dict[str, User]) -> None:
    played = deals(cast)
    fresh, kept = (shows(played, "ann", now) for now in (NOON + timedelta(minutes=3), None))
    fresh.one(id="clock-0").children = kept.one(id="clock-0").children
    assert fresh == kept


@pytest.mark.parametrize(
    ("seconds", "text", "low"), [(239, "1:01", False), (241, "0:59", True), (299.5, "0:01", True)]
)
def test_under_a_minute_it_is_said(
    cast: dict[str, User], seconds: float, text: str, low: bool
) -> None:
    board = shows(deals(cast), "ann", NOON + timedelta(seconds=seconds))
    found = (board.one(id="clock-0").text, board.one(id="clock-0").has("class_", "is-low"))
    assert found == (text, low)
    assert [words.text for words in board.all(class_="strip__low")] == ["under a minute"] * 2
    assert board.one(class_="help--low").text == "At 0:00 you lose on time."


def test_who_is_not_to_act_cannot_lose_on_time(cast: dict[str, User]) -> None:
    played = deals(cast)
    for name in ("ben", None):
        assert shows(played, name).all(class_="help--low") == []


def test_by_correspondence_the_moment_is_told(cast: dict[str, User]) -> None:
    played = deals(cast, "daily")
    ann, ben = clocks(shows(played, None, NOON + timedelta(hours=1)))
    assert (ann.text, ben.text) == ("47 hours", "2 days")
    assert ann.attributes["title"] == "until Mon 23 Nov, 12:00 UTC"
    with timezone.override("Australia/Lord_Howe"):
        there = clocks(shows(played, None, NOON))[0]
        assert there.attributes["title"] == "until Mon 23 Nov, 23:00 +11"
        # A board that is kept for others shows UTC.
        assert clocks(shows(played, None))[0].attributes["title"] == "until Mon 23 Nov, 12:00 UTC"


def test_the_page_tells_it_in_the_readers_zone(cast: dict[str, User]) -> None:
    User.objects.filter(pk=cast["cal"].pk).update(zone="Asia/Kathmandu")
    User.objects.filter(pk=cast["dee"].pk).update(zone="Nowhere/Else")
    played = deals(cast, "daily", now=timezone.now())
    cal, dee = (played.page(name) for name in ("cal", "dee"))
    assert cal.one(id="clock-0").attributes["title"].endswith(" +0545")
    assert dee.one(id="clock-0").attributes["title"].endswith(" UTC")
    assert cal.one("form", id="act").attributes["data-zone"] == "Asia/Kathmandu"


def test_without_a_clock_there_is_none(cast: dict[str, User]) -> None:
    played = deals(cast, "untimed", rated=False)
    page = played.page("ann")
    assert page.all("time", class_="clock") == []
    assert not any("clock.js" in script.attributes.get("src", "") for script in page.all("script"))
    assert "not rated · no clock" in page.one(id="options").text


def test_clocks_stand_still_at_the_end(cast: dict[str, User]) -> None:
    played = deals(cast)
    played.does("ben", "resign", now=NOON + timedelta(seconds=30))
    for clock in clocks(shows(played, "ann", NOON + timedelta(hours=1))):
        assert "data-until" not in clock.attributes


def test_the_terms_stand_on_the_page(cast: dict[str, User]) -> None:
    played = deals(cast, now=timezone.now())
    page = played.page()
    assert page.one(class_="head-line").text == "Lost Cities rated · 5 min + 20 s"
    assert "rated · 5 min + 20 s" in page.one(id="options").text


# --- the server's time


def test_every_board_comes_with_the_servers_time(cast: dict[str, User]) -> None:
    played = deals(cast, now=timezone.now())
    version = str(presenter.look(played.id).version)
    client, asking = played.browser("ann"), {"HX-Request": "true"}
    act = {"code": "draw stock", "ply": "99"}
    answers = [
        client.get(f"/t/{played.id}/"),
        client.get(f"/t/{played.id}/", headers=asking),
        client.get(f"/t/{played.id}/?version={version}", headers=asking),
        client.post(f"/t/{played.id}/act/", act, headers=asking),
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 204, 409]
    now = timezone.now().timestamp() * 1000
    for answer in answers:
        assert now - 60_000 < int(answer["Fairdeal-Time"]) <= now + 1
    form = read(answers[0].content.decode()).one("form", id="act")
    assert now - 60_000 < int(form.attributes["data-now"]) <= now + 1


# --- ratings, and seats that have gone


@pytest.fixture
def rated_people(cast: dict[str, User], monkeypatch: pytest.MonkeyPatch) -> dict[int, ShownRating]:
    known = {
        cast["ann"].pk: ShownRating(1540, 90, False),
        cast["ben"].pk: ShownRating(1612, 210, True),
    }
    monkeypatch.setattr(
        player_ratings,
        "found",
        lambda *asked: {user: known[user] for user in asked[3] if user in known},
    )
    return known


def facts(board: Element) -> list[str]:
    return [strip.text for strip in board.all("p", class_="strip__facts")]


def test_ratings_stand_beside_the_names(
    cast: dict[str, User], rated_people: dict[int, ShownRating]
) -> None:
    theirs, mine = facts(shows(deals(cast), "ann"))
    assert theirs == "rating 1612 ± 210 ? 8 cards" and mine == "rating 1540 ± 90"


def test_after_the_end_what_became_of_them(
    cast: dict[str, User], rated_people: dict[int, ShownRating]
) -> None:
    played = deals(cast)
    played.does("ann", "resign")
    rated_people[cast["ann"].pk] = ShownRating(1540, 90, False, after=1524)
    snapshot_cache.forget()
    assert facts(shows(played, "ann"))[1] == "rating 1540 → 1524"


def test_a_seat_that_has_gone_says_so() -> None:
    strip = render._template("screens/strip.html", "").module
    player = SimpleNamespace(number=0, gone=True, bot=False, standing=None, clock=None, you=False)
    assert read(str(strip.standing(player))).text == "gone, a bot plays"
    assert str(strip.clock(player)) == str(strip.last_minute(player)) == ""


# --- before the start


def test_a_rated_table_is_for_people_with_an_account(cast: dict[str, User]) -> None:
    waits = waits_for(cast)
    signup = f"/accounts/signup/?next=/t/{waits.id}/"
    for name in ("guest", None):
        board = waits.board(name)
        assert "a rating needs a name that lasts" in board.text
        assert not [
            button
            for button in board.all("button")
            if "sit" in button.attributes.get("formaction", "") + button.attributes.get("form", "")
        ]
        assert board.one("a", class_="button--loud").attributes["href"] == signup
    # A guest who sits down all the same is told why not.
    answer = waits.browser("guest").post(f"/t/{waits.id}/sit/")
    assert answer.status_code == 422 and waits.seats("number") == [0]
    assert "Create an account" in read(answer.content.decode()).one(role="alert").text
    # One who makes an account comes back to the same page and finds a chair, like anybody.
    User.objects.update(is_guest=False)
    for name in ("ben", "guest"):
        assert waits.board(name).one("button", class_="button--loud").text == "Sit down"


def test_what_will_be_played_tells_clock_and_rating(
    cast: dict[str, User], rated_people: dict[int, ShownRating]
) -> None:
    board = waits_for(cast).board("ben")
    lines = [line.text for line in board.one(class_="waiting__terms").all("li")]
    assert lines[2] == (
        "By correspondence: 2 days each, and 1 day more with every turn, up to 5 days."
        " A turn a day or so, for about 6 weeks."
    )
    assert lines[3] == "Rated: the result counts for the rating of everybody at the table."
    assert "1540 ± 90 · opened the table" in board.all(class_="seat__who")[0].text
