"""Rated games that end before every seat has acted: they do not count, and the walk-out is noted.
Ann sits first and begins."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
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
from games.tables.state import snapshot_cache, walkouts
from tests.tables.conftest import NOON, Played

pytestmark = [pytest.mark.django_db, pytest.mark.database]

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)
Opens = Callable[..., Played]


@pytest.fixture
def rated(cast: dict[str, User], toy_game: None) -> Opens:
    """Return a rated game, just dealt: Lost Cities for two players, the toy for more."""

    def opens(*others: str, at: datetime = NOON, **terms: Any) -> Played:
        game: dict[str, Any] = (
            {"game": "lost_cities"}
            if len(others) == 1
            else {"game": "toy", "options": {"turns": "2"}}
        )
        told = (
            game
            | {
                "seats": 1 + len(others),
                "clock": "daily",
                "rated": True,
                "order": "seats",
                "now": at,
            }
            | terms
        )
        opened = services.open_table(creator=cast["ann"], **told)
        for name in others:
            if name in cast:
                services.sit(table_id=opened.id, user=cast[name], now=at)
        return Played(opened.id, cast, at)

    return opens


def does(table: Played, name: str, what: str, **more: Any) -> None:
    table.now += timedelta(seconds=1)
    getattr(services, what)(table_id=table.id, user_id=table.cast[name].pk, now=table.now, **more)


def result(table: Played) -> tuple[str, list[int | None], bool]:
    row = table.row
    return (
        row.ended_by,
        list(row.seats.order_by("number").values_list("place", flat=True)),
        row.rating_due,
    )


def walked(table: Played) -> list[str]:
    return [
        seat.name
        for seat in Seat.objects.filter(table=table.id, walked_at__isnull=False).order_by("number")
    ]


def sound(table: Played) -> bool:
    """Return whether log, caches and transcript agree, also in a process without a cache."""
    snapshot_cache.forget()
    return table.sound()


BROKEN_OFF = ("abort", [None, None], False)


# --- two seats ---


@pytest.mark.parametrize("what", ["abort", "resign"])
def test_leaving_before_everybody_has_acted_does_not_count_and_is_noted(
    rated: Opens, what: str
) -> None:
    table = rated("ben")
    table.takes_a_turn()
    does(table, "ben", what)
    assert (result(table), walked(table)) == (BROKEN_OFF, ["ben"])
    assert fairness.transcript(table.id).endswith("! abort\n")
    assert sound(table)


def test_letting_the_flag_fall_is_leaving(rated: Opens) -> None:
    table = rated("ben")
    due = table.row.flag_at
    assert due is not None and services.flag_due(now=due) == 1
    assert (result(table), walked(table)) == (BROKEN_OFF, ["ann"])
    assert Seat.objects.get(table=table.id, number=0).clock_ms == 0
    assert sound(table)


def test_closing_ones_account_is_leaving(rated: Opens) -> None:
    table = rated("ben")
    services.release_seats(user=table.cast["ben"], now=NOON)
    assert (result(table), walked(table)) == (BROKEN_OFF, ["ben"])


def test_when_everybody_has_acted_nothing_is_noted_and_it_counts(rated: Opens) -> None:
    table = rated("ben")
    table.everybody_acts()
    does(table, "ben", "abort")
    assert (table.row.status, table.row.abort_by) == ("running", "1"), "now both have to agree"
    does(table, "ben", "resign")
    assert (result(table), walked(table)) == (("resign", [1, 2], True), [])


def test_the_third_within_thirty_days_is_a_loss_that_counts(rated: Opens) -> None:
    for day in (0, 20):
        table = rated("ben", at=NOON + day * DAY)
        does(table, "ben", "abort")
        assert result(table) == BROKEN_OFF
    third = rated("ben", at=NOON + 29 * DAY)
    does(third, "ben", "abort")
    assert (result(third), walked(third)) == (("resign", [1, 2], True), ["ben"])
    assert "That was a third walk-out" in render.board(third.snapshot, third.cast["ann"].pk)
    assert fairness.transcript(third.id).endswith("! resign 1\n= scores - -   places 1 2\n")
    assert sound(third)
    assert ratings.rate_due(now=third.now) == 1
    assert RatingChange.objects.filter(table=third.id).count() == 2
    later = rated("ben", at=NOON + 51 * DAY)
    does(later, "ben", "abort")
    assert result(later) == BROKEN_OFF, (
        "the first two are long ago by then, and one of three is left"
    )


def test_a_third_flag_is_a_loss_on_time(rated: Opens) -> None:
    tables = [rated("ben", clock="fast", at=NOON + day * DAY) for day in range(3)]
    for table in tables:
        due = table.row.flag_at
        assert due is not None
        services.flag_due(now=due)
    assert [result(table)[0] for table in tables] == ["abort", "abort", "flag"]
    assert result(tables[2]) == ("flag", [2, 1], True)
    assert sound(tables[2])


def test_the_walk_outs_of_others_and_of_unrated_games_do_not_count(rated: Opens) -> None:
    for _ in range(2):
        does(rated("ben"), "ann", "abort")
        does(rated("ben", rated=False), "ben", "abort")
    table = rated("ben")
    does(table, "ben", "abort")
    assert result(table) == BROKEN_OFF


def test_a_host_who_annuls_a_walk_out_forgives_it(rated: Opens) -> None:
    tables = [rated("ben") for _ in range(3)]
    for table in tables[:2]:
        does(table, "ben", "abort")
    ratings.annul(table_id=tables[0].id, now=NOON)
    does(tables[2], "ben", "abort")
    assert result(tables[2]) == BROKEN_OFF


def test_an_unrated_game_is_broken_off_alone_for_nothing(rated: Opens) -> None:
    table = rated("ben", rated=False)
    table.takes_a_turn()
    does(table, "ben", "abort")
    assert (result(table), walked(table)) == (BROKEN_OFF, [])


# --- agreeing ---


def test_who_asks_first_leaves_for_nothing_if_the_other_agrees(rated: Opens) -> None:
    table = rated("ben")
    does(table, "ben", "abort", ask=True)
    assert (table.row.status, table.row.abort_by) == ("running", "1")
    does(table, "ann", "abort", ask=True)
    assert (result(table), walked(table)) == (BROKEN_OFF, [])


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
    assert (result(table), walked(table)) == (BROKEN_OFF, [])


# --- what one is told ---


def told(table: Played, name: str) -> str:
    table.row.refresh_from_db()
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
    assert result(shown) == BROKEN_OFF


def test_the_board_says_who_left(rated: Opens) -> None:
    table = rated("ben")
    does(table, "ben", "abort")
    assert "ben left before everybody had moved." in told(table, "ann")
    assert "You left before everybody had moved." in told(table, "ben")


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
    ended_by, places, due = result(table)
    assert (ended_by, places[2], due, walked(table)) == ("rules", 3, True, [])
    assert sound(table)


def test_of_three_two_leave_before_the_third_has_acted(rated: Opens) -> None:
    table = rated("ben", "cal")
    does(table, "ben", "resign")
    assert "noted on your profile" in told(table, "ann"), "now leaving would end it"
    does(table, "ann", "resign")
    assert result(table) == ("abort", [None, None, None], False)
    assert walked(table) == ["ann", "ben"]
    assert fairness.transcript(table.id).endswith("! resign 1\n! abort\n")
    assert sound(table)


def test_of_three_one_leaves_for_the_third_time_and_the_game_counts(rated: Opens) -> None:
    for _ in range(2):
        does(rated("ben"), "ben", "abort")
    table = rated("ben", "cal")
    does(table, "ben", "resign")
    does(table, "ann", "resign")
    assert (result(table), walked(table)) == (("resign", [2, 3, 1], True), ["ann", "ben"])
    assert sound(table)


def test_when_the_others_agree_it_is_noted_of_the_one_who_left(rated: Opens) -> None:
    table = rated("ben", "cal")
    does(table, "cal", "resign")
    does(table, "ann", "abort", ask=True)
    does(table, "ben", "abort", ask=True)
    assert (result(table), walked(table)) == (("abort", [None, None, None], False), ["cal"])


def test_who_stayed_has_acted_so_it_counts(rated: Opens) -> None:
    table = rated("ben", "cal")
    does(table, "cal", "resign")
    table.takes_a_turn()
    table.takes_a_turn()
    does(table, "ben", "resign")
    assert (result(table), walked(table)) == (("resign", [1, 2, 3], True), [])
    assert sound(table)


# --- against bots ---


def test_leaving_a_bot_before_it_has_acted_is_a_walk_out(rated: Opens) -> None:
    ends = []
    for what in ("resign", "abort", "abort"):
        table = rated("expert", bots={1: "expert"})
        table.takes_a_turn()
        with pytest.raises(NotPossible, match="You can resign"):
            does(table, "ann", "abort", ask=True)
        does(table, "ann", what)
        ends.append(result(table))
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
    assert (result(table), walked(table)) == (BROKEN_OFF, [])
    assert sound(table)


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
    together(
        *[
            lambda table=table: services.abort(table_id=table.id, user_id=ben, now=NOON)
            for table in tables
        ]
    )
    assert sorted(result(table)[0] for table in tables) == ["abort", "abort", "resign"]
    assert walkouts.lately([ben], NOON) == {ben: 3}
    assert Table.objects.filter(rating_due=True).count() == 1
