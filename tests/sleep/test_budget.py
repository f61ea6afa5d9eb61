"""The budget of sleep: for so many days sleep and days off stop a clock, then it runs day and
night. Ann lives in Prague and sleeps from eleven to seven; it is Saturday, 13:00 there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command

from games import zones
from games.epoch import milliseconds
from games.kernel import awake_hours
from games.kernel.awake_hours import Day, Rules
from games.site.models import Name
from games.site.services import switches
from games.tables import services as tables
from games.tables.models import Seat
from games.tables.proof import audit
from games.tables.services import maintenance
from games.tables.state import snapshot_cache
from tests.kit.types import Cast
from tests.sleep.conftest import DAY, HOUR, NIGHTS, acts, sleeps, utc
from tests.tables.conftest import NOON, Played

pytestmark = [pytest.mark.django_db, pytest.mark.database]

Seats = Callable[..., Played]


@pytest.fixture
def seats(cast: Cast) -> Seats:
    """Return a function that opens a table for Ann, who begins, and Ben."""

    def seated(sleep_days: int | None = 1, clock: str = "weekly") -> Played:
        table = tables.open_seated(
            players=[cast["ann"], cast["ben"]],
            game="lost_cities",
            options={},
            clock=clock,
            sleep_days=sleep_days,
            now=NOON,
        )
        return Played(table.pk, cast, NOON)

    return seated


def sound(table: Played) -> bool:
    return list(audit.faults(table.row)) == []


def due(table: Played) -> datetime:
    found: datetime = table.row.flag_at
    return found


def test_a_clock_stands_for_a_day_of_sleep_and_then_runs_day_and_night(
    cast: Cast, seats: Seats
) -> None:
    sleeps(cast["ann"])
    table = seats()
    assert due(table) == NOON + 6 * DAY, "120 = 10 + 16 + 16, three nights are a day, and 78"
    assert due(seats(2)) == NOON + 7 * DAY, "six nights are two days"
    assert due(seats(None)) == utc("2026-11-28 20:00"), "7 nights, as at any table"
    assert due(seats(0)) == NOON + 5 * DAY
    assert sound(table)


def test_only_sleep_in_turns_of_ones_own_is_used(cast: Cast, seats: Seats) -> None:
    sleeps(cast["ann"])
    table = seats()
    acts(table, NOON + DAY)  # Ann, after one night
    acts(table, NOON + 5 * DAY)  # Ben; Ann's four nights meanwhile are her own
    assert due(table) == NOON + 12 * DAY, "152 hours are left, and two of three nights"
    assert sound(table)
    acts(table, NOON + 9 * DAY)
    acts(table, NOON + 10 * DAY)
    left = Seat.objects.get(table=table.id, number=0).clock_ms
    assert due(table) == NOON + 10 * DAY + timedelta(milliseconds=left or 0), "nothing is left"
    assert sound(table)


def test_a_turn_of_two_entries_is_one_turn(cast: Cast, seats: Seats) -> None:
    sleeps(cast["ann"])
    table = seats()
    acts(table, NOON + 2 * DAY, times=1)
    assert due(table) == NOON + 6 * DAY, "half of a turn moves no deadline"
    assert sound(table)


def test_free_days_are_days_of_the_budget(cast: Cast, seats: Seats) -> None:
    sleeps(cast["ann"], week=(*NIGHTS[:6], Day(free=True)))
    table = seats()
    assert due(table) == NOON + 6 * DAY, "an hour on Saturday, and 23 of Sunday's 24"


def test_the_flag_falls_at_the_moment_that_was_shown_and_all_is_proved(
    cast: Cast, seats: Seats
) -> None:
    sleeps(cast["ann"])
    table = seats()
    snapshot = snapshot_cache.current(table.row)
    seen = awake_hours.stretches(snapshot.awake[0], milliseconds(NOON), milliseconds(due(table)))
    assert len(seen) == 4, "three days, and then one to the end"
    fallen = [due(table) + timedelta(milliseconds=late) for late in (-1, 0, 1)]
    assert [tables.flag_due(now=now) for now in fallen] == [0, 1, 0], "once"
    assert table.row.ended_by == "flag"
    call_command("replay_all", stdout=StringIO())


def test_a_change_of_the_week_moves_no_deadline(cast: Cast, seats: Seats) -> None:
    sleeps(cast["ann"])
    table = seats()
    sleeps(cast["ann"], week=(*NIGHTS[:6], Day(free=True)), now=NOON + HOUR)
    assert due(table) == NOON + 6 * DAY
    acts(table, NOON + 4 * DAY)
    assert sound(table)


def test_nights_in_which_the_house_is_closed_are_not_used(cast: Cast, seats: Seats) -> None:
    sleeps(cast["ann"])
    table = seats()
    for value, moment in (("on", "2026-11-21 22:00"), ("off", "2026-11-22 06:00")):
        switches.turn(name=Name.MAINTENANCE, value=value, by=None, now=utc(moment))
        assert maintenance.follow_switch(now=utc(moment)) == 1
    assert due(table) == NOON + 6 * DAY + 8 * HOUR, "120, three other nights, and this one"
    assert sound(table)
    acts(table, NOON + 6 * DAY)
    assert sound(table)


def test_who_never_sleeps_again_uses_nothing_up() -> None:
    away = Rules("UTC", (Day(),) * 7, ((20_000, 20_001),))
    hours = zones.hours(away, milliseconds(NOON))
    assert awake_hours.used_up(hours, milliseconds(NOON), 1) is None


def test_a_take_back_gives_the_turn_back(cast: Cast, seats: Seats) -> None:
    sleeps(cast["ann"])
    table = seats()
    acts(table, NOON + DAY)
    acts(table, NOON + 2 * DAY, times=1)
    table.does("ben", "undo", ply=table.row.ply)
    assert sound(table)


def test_its_terms_say_so(seats: Seats) -> None:
    def said(table: Played) -> str:
        return snapshot_cache.current(table.row).public.summary

    assert "at most 1 day of sleep" in said(seats())
    assert "no sleep windows" in said(seats(0))
    assert "sleep" not in said(seats(None))
    assert "sleep" not in said(seats(1, "normal"))
