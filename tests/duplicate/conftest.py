"""A set of two deals at noon: Ann, Ben, Cal and Eve play, Dee is a stranger, Gus is a guest."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.utils import timezone

from games.community.duplicate import services
from games.community.duplicate.models import DealSet
from games.tables.services import task_queue
from games.tables.state import snapshot_cache
from tests.daily.factory import person
from tests.kit.types import Cast, Patch

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
Clock = Callable[[datetime], None]


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
def sent(monkeypatch: Patch) -> Iterator[list[Any]]:
    """Send no tasks; return those that would have been sent."""
    asked: list[Any] = []
    monkeypatch.setattr(task_queue, "send", lambda *args, **more: asked.append(args))
    yield asked


@pytest.fixture
def people(db: Any) -> Cast:
    cast = {name: person(name) for name in ("ann", "ben", "cal", "dee", "eve")}
    return cast | {"gus": person("gus", guest=True)}


@pytest.fixture
def deals(db: Any) -> DealSet:
    """Return a set of two deals of Lost Cities."""
    return services.create(game="lost_cities", seats=2, options={}, deals=2, now=NOON)
