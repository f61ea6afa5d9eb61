"""A day of deals at noon, and people who play them: Ann and Ben play, Dee has not, Gus is a
guest."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

import pytest
from django.utils import timezone

from games.daily import services
from games.daily.models import Deal
from games.tables.services import task_queue
from games.tables.state import snapshot_cache
from tests.daily import factory
from tests.kit.types import Cast, Patch

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
TOMORROW = NOON + timedelta(days=1)
Clock = Callable[[datetime], None]
Deals: TypeAlias = dict[str, Deal]


@pytest.fixture(autouse=True)
def no_memory() -> None:
    """Empty the process's caches of tables before each test."""
    snapshot_cache.forget()


@pytest.fixture
def clock(monkeypatch: Patch) -> Clock:
    """Return a function that sets the time of the pages; it is noon at first."""

    def at(moment: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment)

    at(NOON)
    return at


@pytest.fixture(autouse=True)
def no_tasks(monkeypatch: Patch) -> Iterator[list[Any]]:
    """Send no tasks to bots; return those that would have been sent."""
    asked: list[Any] = []
    monkeypatch.setattr(task_queue, "send", lambda *args, **more: asked.append(args))
    yield asked


@pytest.fixture
def people(db: Any) -> Cast:
    cast = {name: factory.person(name) for name in ("ann", "ben", "dee")}
    return cast | {"gus": factory.person("gus", guest=True)}


@pytest.fixture
def deals(db: Any) -> Deals:
    """Return the deals of the day, by game."""
    return {deal.game: deal for deal in services.make(now=NOON)}


def address(deal: Deal) -> str:
    return f"/{deal.name}/"
