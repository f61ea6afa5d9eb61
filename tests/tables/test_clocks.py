"""Clocks at tables: the time that a turn uses, the increment, and the flag fall. Time is an
argument."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games.tables import services
from games.tables.errors import Over
from games.tables.models import Seat, Table
from games.tables.proof import audit
from games.tables.state import snapshot_cache
from tests.kit.played import dealt, sits_down
from tests.tables.conftest import NOON, Played

pytestmark = [pytest.mark.django_db, pytest.mark.database]

SECOND, MINUTE, HOUR, DAY = [timedelta(seconds=n) for n in (1, 60, 3600, 86_400)]


@pytest.fixture
def timed(cast: dict[str, User], request: pytest.FixtureRequest) -> Played:
    """Return a game of Lost Cities with a clock, dealt at noon, in which Ann begins."""
    clock = getattr(request, "param", "normal")
    return dealt(cast, "ann", "ben", clock=clock, rated=True, order="seats")


def clocks(table: Played) -> list[timedelta]:
    return [timedelta(milliseconds=left or 0) for left in table.seats("clock_ms")]


def act(table: Played, name: str, after: timedelta) -> None:
    """Play the seat's first legal action, so long after the last one."""
    table.now += after
    table.does(name, "act", code=table.legal(name)[0], ply=table.ply)


def each_acts(timed: Played) -> None:
    """Play a turn of both, so that the game counts. Ann is to act again, with all of her time
    left."""
    for name in ("ann", "ben"):
        act(timed, name, 10 * SECOND)
        act(timed, name, 20 * SECOND)
    assert clocks(timed) == [5 * MINUTE, 5 * MINUTE]


def test_a_live_clock_starts_with_the_first_move_of_each(timed: Played) -> None:
    assert timed.row.flag_at == NOON + 5 * MINUTE
    act(timed, "ann", 4 * MINUTE)
    assert clocks(timed) == [5 * MINUTE, 5 * MINUTE]
    assert timed.row.flag_at == timed.now + 5 * MINUTE
    act(timed, "ann", 10 * SECOND)
    assert clocks(timed) == [5 * MINUTE + 10 * SECOND, 5 * MINUTE]
    act(timed, "ben", 4 * MINUTE)
    assert clocks(timed)[1] == 5 * MINUTE
    assert timed.sound()
    timed.now += MINUTE
    timed.does("ben", "resign")
    assert clocks(timed)[1] == 4 * MINUTE
    assert timed.sound()


def test_a_first_move_has_a_limit_too(timed: Played) -> None:
    assert services.flag_due(now=NOON + 5 * MINUTE) == 1
    assert timed.row.ended_by == "abort", "it has not begun: nobody loses"
    assert timed.sound()


def test_a_table_of_an_earlier_release_counts_the_first_move(timed: Played) -> None:
    Table.objects.filter(pk=timed.id).update(clock_rules=1)
    snapshot_cache.forget()
    act(timed, "ann", 30 * SECOND)
    assert clocks(timed) == [4 * MINUTE + 30 * SECOND, 5 * MINUTE]
    assert timed.sound()
    Table.objects.filter(pk=timed.id).update(clock_rules=2)
    assert any("clock" in fault for fault in audit.faults(timed.row))


def test_a_turn_of_two_entries_costs_both_and_brings_its_increment_once(timed: Played) -> None:
    each_acts(timed)
    due = timed.now + 5 * MINUTE
    act(timed, "ann", 30 * SECOND)
    assert clocks(timed) == [4 * MINUTE + 30 * SECOND, 5 * MINUTE]
    assert timed.row.flag_at == due
    act(timed, "ann", 10 * SECOND)
    assert clocks(timed) == [4 * MINUTE + 40 * SECOND, 5 * MINUTE]
    assert timed.row.flag_at == timed.now + 5 * MINUTE
    assert timed.sound()


def test_taking_back_gives_no_time_back(timed: Played) -> None:
    each_acts(timed)
    due = timed.now + 5 * MINUTE
    act(timed, "ann", 30 * SECOND)
    timed.now += 30 * SECOND
    timed.takes_back("ann")
    assert clocks(timed) == [4 * MINUTE, 5 * MINUTE]
    assert timed.row.flag_at == due
    assert timed.sound()


@pytest.mark.parametrize("timed", ["daily"], indirect=True)
def test_a_correspondence_budget_refills_up_to_its_cap(timed: Played) -> None:
    for name in ("ann", "ben") * 4:
        act(timed, name, HOUR)
        act(timed, name, HOUR)
    assert clocks(timed) == [5 * DAY, 5 * DAY]
    assert timed.sound()


def test_time_is_up_at_that_very_millisecond(timed: Played) -> None:
    each_acts(timed)
    due = timed.row.flag_at
    assert due is not None
    assert services.flag_due(now=due - timedelta(milliseconds=1)) == 0
    assert timed.row.status == "running"
    assert services.flag_due(now=due) == 1
    row = timed.row
    ended = (row.status, row.ended_by, row.to_act, row.flag_at, row.rating_due)
    assert ended == ("ended", "flag", "", None, True)
    found = list(row.seats.order_by("number").values_list("place", "score", "clock_ms"))
    assert found == [(2, None, 0), (1, None, 300_000)]
    assert services.flag_due(now=due) == 0
    assert timed.sound()


def test_a_move_that_comes_too_late_lets_the_flag_fall(timed: Played) -> None:
    each_acts(timed)
    with pytest.raises(Over, match="Time was up"):
        act(timed, "ann", 5 * MINUTE)
    assert (timed.row.ended_by, timed.row.ply) == ("flag", 6)


def test_whoever_looks_lets_the_flag_fall(timed: Played) -> None:
    Table.objects.filter(pk=timed.id).update(flag_at=NOON - DAY)
    snapshot_cache.forget()
    assert 'data-status="ended"' in timed.html()


def test_after_a_day_without_celery_every_flag_falls_once(cast: dict[str, User]) -> None:
    tables = [sits_down(cast, "ann", "ben", clock="hours") for _ in range(3)]
    later = NOON + DAY
    assert [services.flag_due(now=later, limit=2) for _ in range(3)] == [2, 1, 0]
    assert {table.row.ended_by for table in tables} == {"flag"}


def test_an_untimed_table_has_no_clock(table: Played) -> None:
    table.plays(f"{table.mover} {table.legal()[0]}")
    assert table.row.flag_at is None
    assert clocks(table) == [timedelta(0)] * 2
    assert services.flag_due(now=NOON + 1000 * DAY) == 0


def test_a_whole_timed_game_is_proved_by_the_audit(timed: Played) -> None:
    timed.plays_on()
    assert (timed.row.ended_by, timed.row.flag_at, timed.row.rating_due) == ("rules", None, True)
    assert timed.sound()


def test_the_audit_finds_a_clock_that_does_not_follow(timed: Played) -> None:
    act(timed, "ann", SECOND)
    Seat.objects.filter(table=timed.id, number=1).update(clock_ms=1)
    assert any("clock" in fault for fault in audit.faults(timed.row))
    Seat.objects.filter(table=timed.id, number=1).update(clock_ms=300_000)
    Table.objects.filter(pk=timed.id).update(flag_at=NOON + DAY)
    assert any("flag" in fault for fault in audit.faults(timed.row))
