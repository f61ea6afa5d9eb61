"""A live game that goes on by correspondence heeds from then on when its players sleep."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command

from games.tables.models import Seat
from games.tables.proof import audit
from games.tables.state import snapshot_cache
from tests.kit.types import Cast
from tests.sleep.conftest import HOUR, NIGHTS, Deals, acts, sleeps, utc
from tests.tables.conftest import NOON, Played

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def slows(table: Played, seconds: int = 30) -> Played:
    for name in ("ann", "ben"):
        table.does(name, "slow_down", now=table.now + timedelta(seconds=seconds))
    assert table.row.time_control == "daily"
    return table


def sound(table: Played) -> bool:
    known = table.snapshot
    snapshot_cache.forget()
    read = table.snapshot
    assert (read.players, read.flag_at, read.budgets) == (
        known.players,
        known.flag_at,
        known.budgets,
    )
    return list(audit.faults(table.row)) == []


def test_nights_do_not_count_after_the_change(cast: Cast, deals: Deals) -> None:
    sleeps(cast["ann"])
    table = slows(deals("normal"))
    assert not table.row.sleepless
    assert table.row.flag_at == utc("2026-11-24 12:00"), "48 = 10 + 16 + 16 + 6"
    assert sound(table)
    acts(table, utc("2026-11-22 08:00"))
    left = Seat.objects.get(table=table.id, number=0).clock_ms
    assert left == (48 - 10 - 2 + 24) * HOUR.total_seconds() * 1000
    assert sound(table)
    call_command("replay_all")


def test_live_turns_before_cost_what_they_took(cast: Cast, deals: Deals) -> None:
    night = utc("2026-11-22 01:00")
    sleeps(cast["ann"])
    table = deals("normal", now=night)
    for seconds in (10, 30, 120):
        acts(table, night + timedelta(seconds=seconds))
    assert Seat.objects.get(table=table.id, number=0).clock_ms == (300 + 20 - 90 + 20) * 1000
    acts(table, night + timedelta(seconds=150))
    slows(table)
    assert table.row.flag_at == utc("2026-11-24 22:00"), "she wakes at 07:00: 48 = 16 + 16 + 16"
    assert sound(table)


def test_what_somebody_says_later_reaches_the_table(cast: Cast, deals: Deals) -> None:
    table = slows(deals("normal"))
    assert table.row.flag_at == NOON + timedelta(days=2)
    sleeps(cast["ann"], week=NIGHTS, now=NOON + HOUR)
    assert Seat.objects.get(table=table.id, number=0).sleeps
    assert table.row.flag_at == NOON + timedelta(days=2), "a turn keeps the rules it began with"
    assert sound(table)
    acts(table, NOON + 30 * HOUR)
    acts(table, NOON + 55 * HOUR)
    assert sound(table)
