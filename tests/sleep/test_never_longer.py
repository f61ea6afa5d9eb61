"""Always: nothing that somebody says makes a clock stand for longer than the limits allow."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games import zones
from games.epoch import milliseconds
from games.kernel import awake_hours
from games.kernel.awake_hours import Day, Hours
from games.tables.sleep import selectors, services
from games.tables.sleep.errors import Refused
from games.tables.sleep.models import Away
from tests.kit import tiers
from tests.kit.types import Cast
from tests.sleep.conftest import DAY, HOUR, sleeps
from tests.sleep.test_over_time import AWAKE, KIRITIMATI, MONDAY, PAGO_PAGO, free

pytestmark = [pytest.mark.django_db, pytest.mark.database]

ZONES = ("UTC", KIRITIMATI, PAGO_PAGO, "Asia/Tokyo")
LONG = Day(0, 16 * 60)
WEEKS = [
    *(free(day, day + 1) for day in range(6)),
    *(tuple(LONG if n in (day, day + 1) else AWAKE for n in range(7)) for day in range(6)),
    free(),
    free(5, 6, week=(Day(0, 12 * 60),) * 7),
    (Day(0, 9 * 60),) * 7,
    (Day(12 * 60, 21 * 60),) * 7,
]
"""Weeks that begin on the day on which they hold."""
saves = st.tuples(st.just("save"), st.sampled_from(WEEKS), st.sampled_from(ZONES))
books = st.tuples(st.just("book"), st.integers(3, 40), st.integers(0, 60))
deeds = st.one_of(saves, saves, saves, books, st.tuples(st.sampled_from(["week off", "days off"])))
steps = st.lists(st.tuples(st.integers(1, 100), deeds), min_size=2, max_size=16)


def does(user: User, deed: tuple[Any, ...], now: datetime) -> None:
    match deed:
        case ("save", week, zone):
            begins = (now + 2 * DAY).weekday()
            sleeps(user, zone, (*week[7 - begins :], *week[: 7 - begins]), now=now)
        case ("book", ahead, more):
            first = (now + ahead * DAY).date()
            services.book(user=user, first=first, last=first + more * DAY, now=now)
        case ("week off",):
            services.call_off_week(user=user, now=now)
        case _:
            for away in Away.objects.filter(user=user, ends_from=None).order_by("-pk")[:1]:
                services.call_off(user=user, away_id=away.pk, now=now)


def stood(hours: Hours, since: int, until: int) -> list[tuple[int, int]]:
    """Return the spans of a turn in which its clock stands."""
    edges = [
        since,
        *(edge for span in awake_hours.stretches(hours, since, until) for edge in span),
        until,
    ]
    return [span for span in zip(edges[::2], edges[1::2], strict=True) if span[0] < span[1]]


def most(spans: list[tuple[int, int]], days: int) -> float:
    """Return the most hours of so many days on end that these spans have."""
    starts = [start for start, _ in spans] + [end - days * awake_hours.DAY for _, end in spans]
    return max(
        (
            sum(
                max(0, min(end, at + days * awake_hours.DAY) - max(start, at))
                for start, end in spans
            )
            for at in starts
        ),
        default=0,
    ) / (60 * awake_hours.MINUTE)


@given(steps, st.lists(st.integers(1, 200), min_size=1, max_size=40))
@settings(max_examples=tiers.part(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@example([(48, ("save", free(0, 1), "UTC"))] * 16, [96] + [48] * 20)
@example([(48, ("save", free(0, 1), ZONES[number % 2 + 1])) for number in range(12)], [24] * 40)
@example(
    [
        (1, ("save", free(), KIRITIMATI)),
        (72, ("book", 9, 119)),
        (72, ("save", free(), PAGO_PAGO)),
    ],
    [130, 3024, 100],
)
def test_nothing_that_is_told_makes_a_clock_stand_for_longer(
    cast: Cast, told: list[tuple[int, tuple[Any, ...]]], turns: list[int]
) -> None:
    """Whatever somebody says, and whenever turns begin: of any seven days a clock stands 63 hours
    and two days at most, and of any 365 days so often and for 120 days away."""
    ann, now = cast["ann"], MONDAY
    with transaction.atomic():
        for hours, deed in told:
            now += hours * HOUR
            with suppress(Refused):
                does(ann, deed, now)
        known = selectors.history(ann.pk)
        transaction.set_rollback(True)
    weekly: list[tuple[int, int]] = []
    away: list[tuple[int, int]] = []
    at = MONDAY
    for hours in turns:
        rules, since, until = known.rules(at), milliseconds(at), milliseconds(at + hours * HOUR)
        weekly += stood(zones.hours(replace(rules, away=()), since), since, until)
        week = replace(rules, week=(AWAKE,) * 7)
        away += stood(zones.hours(week, since), since, until)
        at += hours * HOUR
    assert most(weekly, 7) <= 63 + 48
    assert most(away, 365) <= 120 * 24
