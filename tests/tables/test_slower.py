"""A live game goes on by correspondence when all agree."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import User
from games.kernel import clock
from games.kernel.protocol import UNDO
from games.tables import services
from games.tables.errors import NotPossible, NotYourSeat, TableError
from games.tables.models import Status, Table
from games.tables.state import snapshot_cache
from tests.kit.played import dealt, sits_down
from tests.tables.conftest import NOON, Played
from tests.tables.test_takebacks import begins, passes

pytestmark = [pytest.mark.django_db, pytest.mark.database]
DAILY = clock.stored("daily")
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


@pytest.fixture
def table(cast: dict[str, User]) -> Played:
    """Return a rated live game in which each has had a turn."""
    played = dealt(cast, "ann", "ben", clock="normal", rated=True, order="seats")
    moves(played, 4)
    return played


def moves(table: Played, times: int, after: timedelta = timedelta(seconds=10)) -> None:
    table.moves(times, after)


def offers(table: Played, *names: str, agree: bool = True) -> None:
    for name in names:
        table.does(name, "slow_down", agree=agree)


def is_proved(table: Played) -> bool:
    snapshot_cache.forget()
    return table.sound()


def test_when_both_agree_everybody_has_days_and_the_clocks_are_proved(table: Played) -> None:
    offers(table, "ann")
    assert table.row.time_control == "normal" and table.row.slow_by == "0"
    offers(table, "ben")
    now = table.row
    assert (now.time_control, now.slowed, now.rated) == ("daily", "normal 6", True)
    assert set(table.snapshot.budgets) == set(clock.begin(DAILY, 2))
    assert now.flag_at and now.flag_at > NOON + DAY and is_proved(table)
    table.now += DAY  # longer than a live clock has
    moves(table, 4)
    assert table.row.status == Status.RUNNING and is_proved(table)


def test_one_may_decline_or_withdraw_and_a_move_lets_it_lapse(table: Played) -> None:
    for name in ("ben", "ann"):
        offers(table, "ann")
        offers(table, name, agree=False)
        assert table.row.slow_by == "" and table.row.time_control == "normal"
    offers(table, "ann")
    moves(table, 1)
    assert table.row.slow_by == ""
    offers(table, "ben")
    assert table.row.time_control == "normal"


def test_the_flag_falls_by_the_new_clock(table: Played) -> None:
    offers(table, "ann", "ben")
    due = table.row.flag_at
    assert due is not None
    services.flag(table_id=table.id, now=due - MINUTE)
    assert table.row.status == Status.RUNNING
    services.flag(table_id=table.id, now=due)
    assert table.row.ended_by == "flag" and is_proved(table)


def test_a_flag_that_was_due_falls_first(table: Played) -> None:
    offers(table, "ann")
    table.now += timedelta(hours=1)
    with suppress(TableError):
        offers(table, "ben")
    assert table.row.ended_by == "flag" and table.row.time_control == "normal"


def test_bots_do_not_hinder_and_strangers_have_no_say(cast: dict[str, User]) -> None:
    table = sits_down(cast, "ann", clock="normal", bots={1: "beginner"}, order="seats")
    with pytest.raises(NotYourSeat):
        offers(table, "cal")
    offers(table, "ann")
    assert table.row.time_control == "daily" and is_proved(table)
    offers(table, "ann")  # twice
    assert table.row.slowed == f"normal {table.row.ply}"


@pytest.mark.parametrize("control", ["untimed", "daily"])
def test_only_live_games_go_on_so(cast: dict[str, User], control: str) -> None:
    table = sits_down(cast, "ann", "ben", clock=control)
    if control == "untimed":
        with pytest.raises(NotPossible):
            offers(table, "ann")
    else:
        offers(table, "ann")
    assert table.row.slow_by == "" and table.row.slowed == ""


def test_a_game_that_ends_so_is_proved_and_counts(table: Played) -> None:
    offers(table, "ann", "ben")
    moves(table, 2, after=timedelta(hours=5))
    table.does("ann", "resign")
    assert table.row.rating_due and is_proved(table)


@pytest.mark.django_db(transaction=True)
def test_agreeing_and_moving_at_once(table: Played, together: Callable[..., Any]) -> None:
    offers(table, "ann")
    mover, ply = table.mover, table.ply
    move = partial(table.does, mover, "act", code=table.legal(mover)[0], ply=ply)
    together(move, partial(offers, table, "ben"))
    assert table.ply == ply + 1 and is_proved(table)
    moves(table, 2)
    assert is_proved(table)


def test_a_control_with_figures_of_its_own_is_proved_too(cast: dict[str, User]) -> None:
    table = sits_down(cast, "ann", "ben", clock="custom 300+20", order="seats")
    moves(table, 4)
    offers(table, "ann", "ben")
    assert table.row.slowed == f"custom 300+20 {table.row.ply}" and is_proved(table)
    moves(table, 4, after=timedelta(hours=5))
    assert is_proved(table)
    call_command("replay_all")


def test_the_proof_sees_a_wrong_change(table: Played) -> None:
    offers(table, "ann", "ben")
    ply = table.row.ply
    moves(table, 2)
    for wrong in ("", f"normal {ply + 1}", f"fast {ply}"):
        Table.objects.filter(pk=table.id).update(slowed=wrong)
        assert not is_proved(table), wrong


def test_a_take_back_across_the_change_is_proved(cast: dict[str, User]) -> None:
    table = passes(begins(cast))
    asker, other = table.waiter, table.mover
    offers(table, asker, other)
    for name in (asker, other):
        table.now += timedelta(hours=3)
        table.does(name, "take_back_together", ply=table.ply)
    assert table.log[-1].endswith(UNDO) and is_proved(table)
    moves(table, 3)
    assert is_proved(table)


def test_another_process_catches_up_over_the_change(table: Played) -> None:
    old = table.snapshot
    offers(table, "ann", "ben")
    moves(table, 1)
    new = table.snapshot
    snapshot_cache.forget()
    snapshot_cache.remember(old)
    found = snapshot_cache.load(table.id)
    assert found is not None
    for name in ("time_control", "sleepless", "slowed", "budgets", "flag_at", "players"):
        assert getattr(found, name) == getattr(new, name), name
