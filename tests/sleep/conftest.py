"""Ann lives in Prague, Ben in New York. They play by correspondence, and it is Saturday noon in
Greenwich."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.kernel.awake_hours import Day
from games.tables.sleep import services
from games.tables.sleep.models import Week
from tests.kit.played import sits_down
from tests.kit.types import Cast
from tests.tables.conftest import NOON, Played, cast, kept, no_memory

__all__ = ["cast", "kept", "no_memory"]

PRAGUE, NEW_YORK = "Europe/Prague", "America/New_York"
NIGHTS = (Day(23 * 60, 7 * 60),) * 7
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
LONG_AGO = NOON - 30 * DAY

Deals = Callable[..., Played]


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def sleeps(user: User, zone: str = PRAGUE, week: tuple[Day, ...] = NIGHTS, **more: Any) -> Week:
    """Say when a user sleeps, a month ago unless `now` is given."""
    return services.save_week(user=user, zone=zone, week=week, **({"now": LONG_AGO} | more))


@pytest.fixture
def deals(cast: Cast) -> Deals:
    """Return a function that deals games of Lost Cities between Ann, who begins, and Ben."""

    def deal(clock: str = "daily", now: datetime = NOON, **terms: Any) -> Played:
        return sits_down(cast, "ann", "ben", clock=clock, order="seats", now=now, **terms)

    return deal


def acts(table: Played, now: datetime, times: int = 2) -> None:
    """Play the first legal actions of whoever has to act, a whole turn unless told otherwise."""
    table.now = now
    for _ in range(times):
        name = table.mover
        table.does(name, "act", code=table.legal(name)[0], ply=table.ply)
