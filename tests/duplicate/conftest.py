"""A set of two deals at noon: Ann, Ben, Cal and Eve play, Dee is a stranger, Gus is a guest."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from typing import Any

import pytest

from games.community.duplicate import services
from games.community.duplicate.models import DealSet
from tests.daily.conftest import NOON, Clock, clock, no_memory, no_tasks
from tests.daily.factory import person
from tests.kit.types import Cast

__all__ = ["NOON", "Clock", "clock", "no_memory", "no_tasks"]


@pytest.fixture
def people(db: Any) -> Cast:
    cast = {name: person(name) for name in ("ann", "ben", "cal", "dee", "eve")}
    return cast | {"gus": person("gus", guest=True)}


@pytest.fixture
def deals(db: Any) -> DealSet:
    """Return a set of two deals of Lost Cities."""
    return services.create(game="lost_cities", seats=2, options={}, deals=2, now=NOON)
