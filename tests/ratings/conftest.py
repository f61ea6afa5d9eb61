"""Rated games that have ended, told in one line each."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from accounts.models import User
from games.ratings import services
from games.ratings.models import Rating
from games.tables.models import Table
from tests.kit.types import Cast
from tests.ratings import factory

AUTUMN = datetime(2026, 10, 5, 12, tzinfo=UTC)


@dataclass
class Club:
    """People by name, and the games they have finished: `club.ends("ann 1 ben 2", hour=3)`."""

    people: Cast = field(default_factory=dict)
    count: int = 0

    def person(self, name: str) -> User:
        if name not in self.people:
            self.people[name] = factory.person(name)
        return self.people[name]

    def ends(self, told: str, hour: float | None = None, **more: Any) -> Table:
        """Names and places by seat. An hour after the game before, unless told otherwise; due to be
        rated."""
        names, places = told.split()[::2], told.split()[1::2]
        self.count += 1
        at = AUTUMN + timedelta(hours=self.count if hour is None else hour)
        users = [self.person(name) for name in names]
        return factory.ended(*users, places="".join(places), at=at, **{"rating_due": True} | more)

    def rates(self, limit: int = 500) -> int:
        return services.rate_due(now=AUTUMN, limit=limit)

    def of(
        self, name: str, ladder: str = "two", season: str = "", game: str = "lost_cities"
    ) -> Rating:
        return Rating.objects.get(user=self.people[name], game=game, ladder=ladder, season=season)


@pytest.fixture
def club(db: Any) -> Club:
    return Club()
