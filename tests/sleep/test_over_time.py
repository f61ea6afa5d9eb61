"""The limits hold over time: no change lets a clock stand for longer than one week does."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial

import pytest
from django.core.management import call_command
from django.db import connections
from django.utils import timezone

from accounts.models import User
from games.kernel.awake_hours import Day
from games.tables import services as tables
from games.tables.models import Seat
from games.tables.proof import audit
from games.tables.sleep import selectors, services
from games.tables.sleep.errors import Refused
from games.tables.sleep.models import Away, Week
from tests.kit.people import browser_of
from tests.kit.types import Cast, Patch
from tests.sleep.conftest import DAY, HOUR, NIGHTS, PRAGUE, Deals, acts, sleeps, utc

pytestmark = [pytest.mark.django_db, pytest.mark.database]

MONDAY = utc("2026-11-30 00:00")
AWAKE, FREE = Day(), Day(free=True)
KIRITIMATI, PAGO_PAGO = "Pacific/Kiritimati", "Pacific/Pago_Pago"


def free(*days: int, week: tuple[Day, ...] = (AWAKE,) * 7) -> tuple[Day, ...]:
    return tuple(FREE if number in days else day for number, day in enumerate(week))


def refused(user: User, week: tuple[Day, ...], now: datetime, zone: str = "UTC") -> str:
    before = list(Week.objects.order_by("pk").values())
    with pytest.raises(Refused) as found:
        sleeps(user, zone, week, now=now)
    assert list(Week.objects.order_by("pk").values()) == before
    return str(found.value.sentence)


def test_free_days_do_not_roll(cast: Cast, deals: Deals) -> None:
    """To have the next two days free, every 48 hours, is refused the second time."""
    ann, now = cast["ann"], MONDAY
    sleeps(ann, "UTC", free(2, 3), now=now)
    assert "96 h of 7 days would be free" in refused(ann, free(4, 5), now + 2 * DAY)
    table = deals("custom 24h+24h/300h", now=now + 2 * DAY)
    for turn in range(2, 60, 2):
        at = now + turn * DAY
        days = ((turn + 2) % 7, (turn + 3) % 7)
        with suppress(Refused):
            sleeps(ann, "UTC", free(*days), now=at)
        if table.row.status == "running":
            tables.flag_due(now=at)
    assert table.row.ended_by == "flag"


def test_hours_of_sleep_do_not_roll(cast: Cast) -> None:
    ann, long = cast["ann"], Day(0, 16 * 60)
    sleeps(ann, "UTC", (AWAKE, AWAKE, long, long, AWAKE, AWAKE, AWAKE), now=MONDAY)
    week = (AWAKE, AWAKE, AWAKE, AWAKE, long, long, AWAKE)
    assert "64 h of 7 days" in refused(ann, week, MONDAY + 2 * DAY)
    sleeps(ann, "UTC", (*week[:5], Day(0, 15 * 60), AWAKE), now=MONDAY + 2 * DAY)


def test_an_honest_change_is_taken(cast: Cast) -> None:
    ann = cast["ann"]
    sleeps(ann, PRAGUE, NIGHTS, now=MONDAY)
    sleeps(ann, PRAGUE, (Day(22 * 60, 6 * 60),) * 7, now=MONDAY + 3 * DAY)
    sleeps(ann, "America/New_York", (Day(22 * 60, 6 * 60),) * 7, now=MONDAY + 6 * DAY)
    sleeps(ann, "America/New_York", free(5, 6, week=NIGHTS), now=MONDAY + 20 * DAY)
    sleeps(ann, "America/New_York", NIGHTS, now=MONDAY + 21 * DAY)
    sleeps(ann, "America/New_York", free(5, week=NIGHTS), now=MONDAY + 23 * DAY)


def test_free_days_move_in_two_steps(cast: Cast) -> None:
    ann = cast["ann"]
    sleeps(ann, PRAGUE, free(5, 6, week=NIGHTS), now=MONDAY)
    moved, later = free(0, 1, week=NIGHTS), MONDAY + 30 * DAY
    assert "leave free days out at first" in refused(ann, moved, later, PRAGUE)
    sleeps(ann, PRAGUE, NIGHTS, now=later)
    refused(ann, moved, later + 6 * DAY, PRAGUE)
    sleeps(ann, PRAGUE, moved, now=later + 7 * DAY)


def test_a_turn_that_runs_keeps_the_old_week_usable(cast: Cast, deals: Deals) -> None:
    """A turn that began under the old week could end right when the new one has its free days."""
    ann = cast["ann"]
    sleeps(ann, "UTC", free(5, 6), now=MONDAY)
    table = deals("weekly", now=MONDAY + 3 * DAY)
    sleeps(ann, "UTC", NIGHTS, now=MONDAY + 3 * DAY)
    late = MONDAY + 6 * DAY
    refused(ann, free(0, 1), late + 5 * DAY)
    acts(table, late + 2 * DAY)
    acts(table, late + 2 * DAY)
    refused(ann, free(0, 1), late + 6 * DAY)
    sleeps(ann, "UTC", free(0, 1), now=late + 7 * DAY)
    assert list(audit.faults(table.row)) == []


def test_a_live_game_that_slows_down_later_keeps_it_too(cast: Cast, deals: Deals) -> None:
    ann, begun = cast["ann"], MONDAY + 3 * DAY
    sleeps(ann, "UTC", free(5, 6), now=MONDAY - DAY)
    table = deals("custom 10800+0", now=begun)
    sleeps(ann, "UTC", NIGHTS, now=begun - 2 * DAY + HOUR)
    for name in ("ann", "ben"):
        table.does(name, "slow_down", now=begun + 2 * HOUR)
    assert table.row.time_control == "daily"
    refused(ann, free(0, 1), begun + 9 * DAY)


def test_the_date_line_gives_no_day_twice(cast: Cast) -> None:
    ann = cast["ann"]
    sleeps(ann, KIRITIMATI, free(3, 4), now=MONDAY)
    assert "73 h of 7 days" in refused(ann, free(3, 4), MONDAY + 2 * DAY, PAGO_PAGO)
    assert User.objects.get(pk=ann.pk).zone == KIRITIMATI, "nothing of it is kept"
    sleeps(ann, PAGO_PAGO, free(), now=MONDAY + 2 * DAY)


def test_the_date_line_gives_no_day_away_twice(cast: Cast) -> None:
    """A day away in Kiritimati is over before the same day begins in Pago Pago."""
    ann = cast["ann"]
    sleeps(ann, KIRITIMATI, NIGHTS, now=MONDAY)
    booked = services.book(
        user=ann,
        first=(MONDAY + 9 * DAY).date(),
        last=(MONDAY + 128 * DAY).date(),
        now=MONDAY,
    )
    assert booked.count == 120
    assert "days away" in refused(ann, (AWAKE,) * 7, MONDAY + 5 * DAY, PAGO_PAGO)
    services.call_off(user=ann, away_id=booked.pk, now=MONDAY + 5 * DAY)
    sleeps(ann, PAGO_PAGO, (AWAKE,) * 7, now=MONDAY + 6 * DAY)


def test_days_booked_before_a_move_count_in_both_zones(cast: Cast) -> None:
    ann = cast["ann"]
    sleeps(ann, KIRITIMATI, NIGHTS, now=MONDAY)
    for first in range(10, 190, 3):
        day = (MONDAY + first * DAY).date()
        services.book(user=ann, first=day, last=day, now=MONDAY)
    sleeps(ann, PAGO_PAGO, (AWAKE,) * 7, now=MONDAY + 5 * DAY)
    day = (MONDAY + 200 * DAY).date()
    with pytest.raises(Refused, match="where your zone has changed"):
        services.book(user=ann, first=day, last=day, now=MONDAY + 6 * DAY)
    assert Away.objects.count() == 60


def test_less_is_always_taken(cast: Cast) -> None:
    """Also from rows of an earlier release that roll; they go on to give no more."""
    ann, now = cast["ann"], MONDAY + 20 * DAY
    for number in range(6):
        at = now + (2 * number - 8) * DAY
        weekday = at.weekday()
        days = [None if day in {weekday, (weekday + 1) % 7} else [0, 0] for day in range(7)]
        Week.objects.create(user=ann, zone="UTC", days=days, made_at=at - 2 * DAY, holds_from=at)
    pending = selectors.history(ann.pk).pending(now)
    assert pending is not None
    refused(ann, free(2, 3), now)
    sleeps(ann, "UTC", (AWAKE,) * 7, now=now)


def test_tables_of_before_are_proved_by_the_rules_they_ran_under(cast: Cast, deals: Deals) -> None:
    ann, now = cast["ann"], MONDAY
    for number in range(4):
        at = now + 2 * number * DAY
        days = [None if day in {at.weekday(), at.weekday() + 1} else [0, 0] for day in range(7)]
        Week.objects.create(user=ann, zone="UTC", days=days, made_at=at - 2 * DAY, holds_from=at)
    table = deals("daily", now=now)
    for number in range(1, 4):
        acts(table, now + 2 * number * DAY)
        acts(table, now + 2 * number * DAY)
    assert Seat.objects.get(table=table.id, number=0).clock_ms == 5 * DAY // timedelta(
        milliseconds=1
    ), "which it stood all the time"
    sleeps(ann, "UTC", (AWAKE,) * 7, now=table.now)
    call_command("replay_all")
    assert list(audit.faults(table.row)) == []


def test_what_was_typed_is_kept(cast: Cast, monkeypatch: Patch) -> None:
    sleeps(cast["ann"], "UTC", free(5, 6), now=MONDAY)
    monkeypatch.setattr(timezone, "now", lambda: MONDAY + 3 * DAY)
    client = browser_of(cast["ann"])
    times = {f"from{day}": "01:30" for day in range(7)} | {
        f"until{day}": "08:00" for day in range(7)
    }
    answer = client.post("/sleep/", times | {"zone": PRAGUE, "free0": "on", "free1": "on"})
    page = " ".join(answer.content.decode().split())
    assert answer.status_code == 422
    assert page.count('role="alert"') == 1
    assert "95 h of 7 days would be free" in page
    assert page.count("<option selected>01:30</option>") == 5
    assert 'name="free0" checked' in page
    assert f'value="{PRAGUE}" selected' in page


# --- at once ---


def at_once(*does: Callable[[], object]) -> None:
    def do(one: Callable[[], object]) -> None:
        try:
            with suppress(Refused):
                one()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(does)) as pool:
        list(pool.map(do, does))


@pytest.mark.django_db(transaction=True)
def test_of_saves_at_once_one_is_kept(cast: Cast) -> None:
    ann = cast["ann"]
    sleeps(ann, "UTC", free(2), now=MONDAY)
    later = MONDAY + 3 * DAY
    at_once(*[partial(sleeps, ann, "UTC", free(2, day), now=later) for day in (3, 4, 5)])
    at_once(*[partial(sleeps, ann, "UTC", free(day), now=later) for day in (0, 1, 2)])
    assert Week.objects.filter(user=ann, holds_from__gt=later).count() <= 1
    assert selectors.history(ann.pk).weeks[0].week == free(2)


@pytest.mark.django_db(transaction=True)
def test_days_and_a_zone_at_once_do_not_add_up(cast: Cast) -> None:
    ann = cast["ann"]
    sleeps(ann, KIRITIMATI, NIGHTS, now=MONDAY)
    days = {"first": (MONDAY + 9 * DAY).date(), "last": (MONDAY + 128 * DAY).date()}
    at_once(
        lambda: services.book(user=ann, now=MONDAY + 3 * DAY, **days),
        lambda: sleeps(ann, PAGO_PAGO, (AWAKE,) * 7, now=MONDAY + 3 * DAY + HOUR),
    )
    told = selectors.history(ann.pk)
    # Booked after the move, the days are those of the new zone alone.
    assert (
        len(told.weeks) == 1
        or not told.aways
        or told.aways[0].holds_from >= told.weeks[1].holds_from
    )
