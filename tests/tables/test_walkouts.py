"""Rated games that end before every seat has acted: they do not count, and the walk-out is noted.
Ann sits first and begins."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from games.ratings import services as ratings
from games.ratings.models import RatingChange
from games.tables import services
from games.tables.board import render
from games.tables.errors import NotPossible, StalePly
from games.tables.models import Seat, Table
from games.tables.proof import fairness
from games.tables.state import walkouts
from tests.kit.played import dealt, sits_down
from tests.tables.conftest import NOON, Played

pytestmark = [pytest.mark.django_db, pytest.mark.database]

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
Opens = Callable[..., Played]


@pytest.fixture
def rated(cast: dict[str, User], toy_game: None) -> Opens:
    """Return a rated game, just dealt: Lost Cities for two players, the toy for more."""

    def opens(*others: str, at: datetime = NOON, **terms: Any) -> Played:
        told: dict[str, Any] = {"clock": "daily", "rated": True, "order": "seats"} | terms
        if at != NOON:
            told["now"] = at
        names = ("ann", *[name for name in others if name in cast])
        if len(others) == 1:
            return dealt(cast, *names, **told)
        toys = {"game": "toy", "options": {"turns": "2"}, "seats": 1 + len(others)}
        return sits_down(cast, *names, **toys | told)

    return opens


def does(table: Played, name: str, what: str, **more: Any) -> None:
    table.now += timedelta(seconds=1)
    table.does(name, what, **more)


def walked(table: Played) -> list[str]:
    left = Seat.objects.filter(table=table.id, walked_at__isnull=False)
    return [seat.name for seat in left.order_by("number")]


BROKEN_OFF = ("abort", [None, None], False)


# --- two seats ---


@pytest.mark.parametrize("what", ["abort", "resign"])
def test_leaving_before_everybody_has_acted_does_not_count_and_is_noted(
    rated: Opens, what: str
) -> None:
    table = rated("ben")
    table.takes_a_turn()
    does(table, "ben", what)
    assert (table.result(), walked(table)) == (BROKEN_OFF, ["ben"])
    assert fairness.transcript(table.id).endswith("! abort\n") and table.sound()
    for name in ("ann", "ben"):
        you = "You" if name == "ben" else "ben"
        assert f"{you} left before everybody had moved." in told(table, name)


def test_letting_the_flag_fall_is_leaving(rated: Opens) -> None:
    table = rated("ben")
    due = table.row.flag_at
    assert due is not None and services.flag_due(now=due) == 1
    assert (table.result(), walked(table)) == (BROKEN_OFF, ["ann"])
    assert table.seats("clock_ms")[0] == 0 and table.sound()


def test_closing_ones_account_is_leaving(rated: Opens) -> None:
    table = rated("ben")
    services.release_seats(user=table.cast["ben"], now=NOON)
    assert (table.result(), walked(table)) == (BROKEN_OFF, ["ben"])


def test_when_everybody_has_acted_nothing_is_noted_and_it_counts(rated: Opens) -> None:
    table = rated("ben")
    table.everybody_acts()
    does(table, "ben", "abort")
    assert (table.row.status, table.row.abort_by) == ("running", "1"), "now both have to agree"
    does(table, "ben", "resign")
    assert (table.result(), walked(table)) == (("resign", [1, 2], True), [])


def test_the_third_within_thirty_days_is_a_loss_that_counts(rated: Opens) -> None:
    for day in (0, 20):
        table = rated("ben", at=NOON + day * DAY)
        does(table, "ben", "abort")
        assert table.result() == BROKEN_OFF
    third = rated("ben", at=NOON + 29 * DAY)
    does(third, "ben", "abort")
    assert (third.result(), walked(third)) == (("resign", [1, 2], True), ["ben"])
    assert "That was a third walk-out" in render.board(third.snapshot, third.cast["ann"].pk)
    assert fairness.transcript(third.id).endswith("! resign 1\n= scores - -   places 1 2\n")
    assert third.sound()
    assert ratings.rate_due(now=third.now) == 1
    assert RatingChange.objects.filter(table=third.id).count() == 2
    later = rated("ben", at=NOON + 51 * DAY)
    does(later, "ben", "abort")
    assert later.result() == BROKEN_OFF, (
        "the first two are long ago by then, and one of three is left"
    )


def test_a_third_flag_is_a_loss_on_time(rated: Opens) -> None:
    tables = [rated("ben", clock="fast", at=NOON + day * DAY) for day in range(3)]
    for table in tables:
        due = table.row.flag_at
        assert due is not None
        services.flag_due(now=due)
    assert [table.result()[0] for table in tables] == ["abort", "abort", "flag"]
    assert tables[2].result() == ("flag", [2, 1], True)
    assert tables[2].sound()


def test_the_walk_outs_of_others_and_of_unrated_games_do_not_count(rated: Opens) -> None:
    for _ in range(2):
        does(rated("ben"), "ann", "abort")
        does(rated("ben", rated=False), "ben", "abort")
    table = rated("ben")
    does(table, "ben", "abort")
    assert table.result() == BROKEN_OFF


def test_a_host_who_annuls_a_walk_out_forgives_it(rated: Opens) -> None:
    tables = [rated("ben") for _ in range(3)]
    for table in tables[:2]:
        does(table, "ben", "abort")
    ratings.annul(table_id=tables[0].id, now=NOON)
    does(tables[2], "ben", "abort")
    assert tables[2].result() == BROKEN_OFF


def test_an_unrated_game_is_broken_off_alone_for_nothing(rated: Opens) -> None:
    table = rated("ben", rated=False)
    table.takes_a_turn()
    does(table, "ben", "abort")
    assert (table.result(), walked(table)) == (BROKEN_OFF, [])


# --- agreeing ---


def test_who_asks_first_leaves_for_nothing_if_the_other_agrees(rated: Opens) -> None:
    table = rated("ben")
    does(table, "ben", "abort", ask=True)
    assert (table.row.status, table.row.abort_by) == ("running", "1")
    does(table, "ann", "abort", ask=True)
    assert (table.result(), walked(table)) == (BROKEN_OFF, [])


def test_to_agree_to_what_was_withdrawn_is_no_walk_out(rated: Opens) -> None:
    table = rated("ben")
    does(table, "ben", "abort", ask=True)
    does(table, "ben", "abort", agree=False)
    does(table, "ann", "abort", ask=True)
    assert (table.row.status, table.row.abort_by, walked(table)) == ("running", "0", [])


def test_a_draw_before_everybody_has_acted_does_not_count(rated: Opens) -> None:
    table = rated("ben")
    does(table, "ann", "draw")
    does(table, "ben", "draw")
    assert (table.result(), walked(table)) == (BROKEN_OFF, [])


# --- what one is told ---


def told(table: Played, name: str) -> str:
    return render.board(table.snapshot, table.cast[name].pk, now=table.now)


def test_the_cost_is_told_before_and_counts_up(rated: Opens) -> None:
    for words in ("noted on your profile", "your second walk-out", "you lose it, and it counts"):
        table = rated("ben")
        board = told(table, "ben")
        assert words in board and f"/t/{table.id}/resign/" not in board
        assert 'name="walkouts" value="' in board
        table.takes_a_turn()
        does(table, "ben", "abort")
    table = rated("ben")
    table.takes_a_turn()
    table.takes_a_turn()
    board = told(table, "ben")
    assert "walk-out" not in board and f"/t/{table.id}/resign/" in board


def test_who_was_told_less_than_it_costs_is_asked_again(rated: Opens) -> None:
    shown, other = rated("ben"), rated("ben")
    does(other, "ben", "abort", shown=0)
    with pytest.raises(StalePly, match="left another game"):
        does(shown, "ben", "abort", shown=0)
    assert (shown.row.status, walked(shown)) == ("running", [])
    does(shown, "ben", "abort", shown=1)
    assert shown.result() == BROKEN_OFF


# --- three and more ---


def test_of_three_nobody_breaks_off_alone_and_who_resigns_is_last_as_ever(rated: Opens) -> None:
    table = rated("ben", "cal")
    assert "You take the last place" in told(table, "cal") and "walk-out" not in told(table, "cal")
    does(table, "cal", "abort")
    assert (table.row.status, table.row.abort_by) == ("running", "2")
    does(table, "cal", "resign")
    while table.row.status == "running":
        table.takes_a_turn()
        table.bots_play()
    ended_by, places, due = table.result()
    assert (ended_by, places[2], due, walked(table)) == ("rules", 3, True, [])
    assert table.sound()


def test_of_three_two_leave_before_the_third_has_acted(rated: Opens) -> None:
    table = rated("ben", "cal")
    does(table, "ben", "resign")
    assert "noted on your profile" in told(table, "ann"), "now leaving would end it"
    does(table, "ann", "resign")
    assert table.result() == ("abort", [None, None, None], False)
    assert walked(table) == ["ann", "ben"]
    assert fairness.transcript(table.id).endswith("! resign 1\n! abort\n")
    assert table.sound()


def test_of_three_one_leaves_for_the_third_time_and_the_game_counts(rated: Opens) -> None:
    for _ in range(2):
        does(rated("ben"), "ben", "abort")
    table = rated("ben", "cal")
    does(table, "ben", "resign")
    does(table, "ann", "resign")
    assert (table.result(), walked(table)) == (("resign", [2, 3, 1], True), ["ann", "ben"])
    assert table.sound()


def test_when_the_others_agree_it_is_noted_of_the_one_who_left(rated: Opens) -> None:
    table = rated("ben", "cal")
    does(table, "cal", "resign")
    does(table, "ann", "abort", ask=True)
    does(table, "ben", "abort", ask=True)
    assert (table.result(), walked(table)) == (("abort", [None, None, None], False), ["cal"])


def test_who_stayed_has_acted_so_it_counts(rated: Opens) -> None:
    table = rated("ben", "cal")
    does(table, "cal", "resign")
    table.takes_a_turn()
    table.takes_a_turn()
    does(table, "ben", "resign")
    assert (table.result(), walked(table)) == (("resign", [1, 2, 3], True), [])
    assert table.sound()


# --- against bots ---


def test_leaving_a_bot_before_it_has_acted_is_a_walk_out(rated: Opens) -> None:
    ends = []
    for what in ("resign", "abort", "abort"):
        table = rated("expert", bots={1: "expert"})
        table.takes_a_turn()
        with pytest.raises(NotPossible, match="You can resign"):
            does(table, "ann", "abort", ask=True)
        does(table, "ann", what)
        ends.append(table.result())
        assert walked(table) == ["ann"]
    assert ends == [BROKEN_OFF, BROKEN_OFF, ("resign", [2, 1], True)]


@pytest.mark.parametrize("acted", [False, True])
def test_whom_a_bot_keeps_waiting_may_break_off_for_nothing(rated: Opens, acted: bool) -> None:
    table = rated("expert", bots={1: "expert"})
    table.takes_a_turn()
    if acted:
        table.bots_play()
        table.takes_a_turn()
    due = table.row.bot_at
    assert due is not None and table.snapshot.bots_to_act == (1,)
    for _ in range(20):
        services.ask_overdue(now=(due := due + timedelta(seconds=5)))
    table.now += MINUTE
    does(table, "ann", "abort", shown=7)
    assert (table.result(), walked(table)) == (BROKEN_OFF, [])
    assert table.sound()


def test_a_bot_that_takes_its_time_is_no_reason_to_leave(rated: Opens) -> None:
    table = rated("expert", bots={1: "expert"})
    table.takes_a_turn()
    table.bots_play()
    table.takes_a_turn()
    table.now += MINUTE - timedelta(seconds=5)
    with pytest.raises(NotPossible, match="keeps you waiting"):
        does(table, "ann", "abort")
    table.bots_play()
    table.now += 5 * MINUTE
    with pytest.raises(NotPossible, match="keeps you waiting"):
        does(table, "ann", "abort")


# --- at the same moment ---


@pytest.mark.django_db(transaction=True)
def test_three_tables_left_at_once_are_one_loss(rated: Opens, together: Callable[..., Any]) -> None:
    tables = [rated("ben") for _ in range(3)]
    ben = tables[0].cast["ben"].pk
    together(*[partial(table.does, "ben", "abort", now=NOON) for table in tables])
    assert sorted(table.result()[0] for table in tables) == ["abort", "abort", "resign"]
    assert walkouts.lately([ben], NOON) == {ben: 3}
    assert Table.objects.filter(rating_due=True).count() == 1
