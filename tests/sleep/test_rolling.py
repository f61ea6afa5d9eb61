"""No sequence of changed weeks has more free hours than one week."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games import zones
from games.epoch import milliseconds
from games.kernel import awake
from games.kernel.awake import Day
from games.sleep import selectors
from tests.sleep.conftest import DAY, NOON, sleeps

pytestmark = pytest.mark.django_db
NIGHT = Day(12 * 60, 0)


def test_free_days_do_not_roll(cast: dict[str, User]) -> None:
    """Every 48 hours Ann makes those two days free that begin when the change holds. Her clock
    would stand for ever."""
    ann, spent = cast["ann"], 0
    for turn in range(30):
        now = NOON + turn * 2 * DAY
        begins = (now + 2 * DAY).weekday()
        free = {begins, (begins + 1) % 7}
        week = tuple(Day(free=True) if day in free else NIGHT for day in range(7))
        sleeps(ann, "UTC", week, now=now)
        rules = selectors.rules(ann.pk, now)  # of a turn that begins now
        since = milliseconds(now)
        until = milliseconds(now + 2 * DAY)
        spent += awake.counted(zones.hours(rules, since), since, until)
    # one week of that kind leaves 57 h and more of seven days
    assert spent >= 60 / 7 * awake.LEAST_AWAKE * 0.9


def test_a_pending_change_that_is_saved_again_does_not_come_sooner(cast: dict[str, User]) -> None:
    ann = cast["ann"]
    weekend = tuple(Day(free=True) if day > 4 else NIGHT for day in range(7))
    monday = tuple(Day(free=True) if day < 2 else NIGHT for day in range(7))
    sleeps(ann, "UTC", weekend, now=NOON - 30 * DAY)
    now = NOON - DAY  # Friday: in 48 hours it is Sunday
    held = [sleeps(ann, "UTC", week, now=now) for week in (monday, weekend, monday)]
    assert held[2].holds_from == held[0].holds_from > now + timedelta(hours=48)
