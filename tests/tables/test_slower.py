"""A live game goes on by correspondence when all agree."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connections

from accounts.models import User
from games.kernel import clock
from games.kernel.protocol import UNDO
from games.tables import services
from games.tables.errors import NotPossible, NotYourSeat, TableError
from games.tables.models import Status, Table
from games.tables.state import snapshot_cache
from tests.tables.conftest import NOON, Played
from tests.tables.test_takebacks import begins, passes

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
DAILY = clock.stored("daily")
MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


@pytest.fixture
def table(cast: dict[str, User]) -> Played:
    """Return a rated live game in which each has had a turn."""
    opened = services.open_table(
        creator=cast["ann"], game="lost_cities", clock="normal", rated=True, order="seats", now=NOON
    )
    services.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    played = Played(opened.id, cast, NOON)
    moves(played, 4)
    return played


def moves(table: Played, times: int, after: timedelta = timedelta(seconds=9)) -> None:
    for _ in range(times):
        table.now += after
        name = table.mover
        table.plays(f"{name} {table.legal(name)[0]}")


def offers(table: Played, name: str, agree: bool = True) -> None:
    services.slow_down(table_id=table.id, user_id=table.cast[name].pk, agree=agree, now=table.now)


def row(table: Played) -> Table:
    return Table.objects.get(pk=table.id)


def is_proved(table: Played) -> bool:
    snapshot_cache.forget()
    return table.sound()


def test_when_both_agree_everybody_has_days_and_the_clocks_are_proved(table: Played) -> None:
    offers(table, "ann")
    assert row(table).time_control == "normal" and row(table).slow_by == "0"
    offers(table, "ben")
    now = row(table)
    assert (now.time_control, now.slowed, now.rated) == ("daily", "normal 6", True)
    assert set(table.snapshot.budgets) == set(clock.begin(DAILY, 2))
    assert now.flag_at and now.flag_at > NOON + DAY and is_proved(table)
    table.now += DAY  # longer than a live clock has
    moves(table, 4)
    assert row(table).status == Status.RUNNING and is_proved(table)


def test_one_may_decline_or_withdraw_and_a_move_lets_it_lapse(table: Played) -> None:
    for name in ("ben", "ann"):
        offers(table, "ann")
        offers(table, name, agree=False)
        assert row(table).slow_by == "" and row(table).time_control == "normal"
    offers(table, "ann")
    moves(table, 1)
    assert row(table).slow_by == ""
    offers(table, "ben")
    assert row(table).time_control == "normal"


def test_the_flag_falls_by_the_new_clock(table: Played) -> None:
    for name in ("ann", "ben"):
        offers(table, name)
    due = row(table).flag_at
    assert due is not None
    services.flag(table_id=table.id, now=due - MINUTE)
    assert row(table).status == Status.RUNNING
    services.flag(table_id=table.id, now=due)
    assert row(table).ended_by == "flag" and is_proved(table)


def test_a_flag_that_was_due_falls_first(table: Played) -> None:
    offers(table, "ann")
    table.now += timedelta(hours=1)
    with suppress(TableError):
        offers(table, "ben")
    assert row(table).ended_by == "flag" and row(table).time_control == "normal"


def test_bots_do_not_hinder_and_strangers_have_no_say(cast: dict[str, User]) -> None:
    opened = services.open_table(
        creator=cast["ann"],
        game="lost_cities",
        clock="normal",
        bots={1: "beginner"},
        order="seats",
        now=NOON,
    )
    table = Played(opened.id, cast, NOON)
    with pytest.raises(NotYourSeat):
        offers(table, "cal")
    offers(table, "ann")
    assert row(table).time_control == "daily" and is_proved(table)
    offers(table, "ann")  # twice
    assert row(table).slowed == f"normal {row(table).ply}"


@pytest.mark.parametrize("control", ["untimed", "daily"])
def test_only_live_games_go_on_so(cast: dict[str, User], control: str) -> None:
    opened = services.open_table(creator=cast["ann"], game="lost_cities", clock=control, now=NOON)
    services.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    table = Played(opened.id, cast, NOON)
    if control == "untimed":
        with pytest.raises(NotPossible):
            offers(table, "ann")
    else:
        offers(table, "ann")
    assert row(table).slow_by == "" and row(table).slowed == ""


def test_a_game_that_ends_so_is_proved_and_counts(table: Played) -> None:
    for name in ("ann", "ben"):
        offers(table, name)
    moves(table, 2, after=timedelta(hours=5))
    services.resign(table_id=table.id, user_id=table.cast["ann"].pk, now=table.now)
    assert row(table).rating_due and is_proved(table)


def test_agreeing_and_moving_at_once(table: Played) -> None:
    offers(table, "ann")
    mover = table.mover
    code, ply = table.legal(mover)[0], row(table).ply

    def does(what: int) -> None:
        try:
            with suppress(TableError):
                if what:
                    offers(table, "ben")
                else:
                    services.act(
                        table_id=table.id,
                        user_id=table.cast[mover].pk,
                        code=code,
                        ply=ply,
                        now=table.now,
                    )
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(does, (0, 1)))
    assert row(table).ply == ply + 1 and is_proved(table)
    moves(table, 2)
    assert is_proved(table)


def test_a_control_with_figures_of_its_own_is_proved_too(cast: dict[str, User]) -> None:
    opened = services.open_table(
        creator=cast["ann"], game="lost_cities", clock="custom 300+20", order="seats", now=NOON
    )
    services.sit(table_id=opened.id, user=cast["ben"], now=NOON)
    table = Played(opened.id, cast, NOON)
    moves(table, 4)
    for name in ("ann", "ben"):
        offers(table, name)
    assert row(table).slowed == f"custom 300+20 {row(table).ply}" and is_proved(table)
    moves(table, 4, after=timedelta(hours=5))
    assert is_proved(table)
    call_command("replay_all")


def test_the_proof_sees_a_wrong_change(table: Played) -> None:
    for name in ("ann", "ben"):
        offers(table, name)
    ply = row(table).ply
    moves(table, 2)
    for wrong in ("", f"normal {ply + 1}", f"fast {ply}"):
        Table.objects.filter(pk=table.id).update(slowed=wrong)
        assert not is_proved(table), wrong


def test_a_take_back_across_the_change_is_proved(cast: dict[str, User]) -> None:
    table = passes(begins(cast))
    asker, other = table.waiter, table.mover
    for name in (asker, other):
        offers(table, name)
    for name in (asker, other):
        table.now += timedelta(hours=3)
        services.take_back_together(
            table_id=table.id, user_id=cast[name].pk, ply=row(table).ply, now=table.now
        )
    assert table.log[-1].endswith(UNDO) and is_proved(table)
    moves(table, 3)
    assert is_proved(table)


def test_another_process_catches_up_over_the_change(table: Played) -> None:
    old = table.snapshot
    for name in ("ann", "ben"):
        offers(table, name)
    moves(table, 1)
    new = table.snapshot
    snapshot_cache.forget()
    snapshot_cache.remember(old)
    found = snapshot_cache.load(table.id)
    assert found is not None
    for name in ("time_control", "sleepless", "slowed", "budgets", "flag_at", "players"):
        assert getattr(found, name) == getattr(new, name), name
