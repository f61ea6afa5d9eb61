"""Ranks and pages of a leaderboard, without scanning the players above.

Values are whole numbers, so even a million players share a few thousand: the number of players at
each value gives every rank, the number of pages, and the start of each. A small ladder is counted
for every page; the count of a large one (a third of a second for a million) is cached, and after
FRESH seconds a thread recounts.
"""

from __future__ import annotations

import logging
import time
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate

from django.core.cache import cache
from django.db import connection
from django.db.models import Count, Exists, OuterRef, QuerySet

from accounts.models import User
from games.ratings.models import ALL_TIME, Rating
from games.ratings.rating import Skill, after_absence

log = logging.getLogger(__name__)

ACTIVE = timedelta(days=90)  # since the last game, on the all-time list
SMALL = 1_000  # players; counting takes less than a millisecond
FRESH = 30.0  # seconds for which a large count is used
KEPT = 24 * 60 * 60  # seconds in the cache
_pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ranks")


@dataclass(frozen=True, slots=True)
class Ranking:
    """A game, a ladder, and a season (or all time)."""

    game: str
    ladder: str
    season: str

    @property
    def name(self) -> str:
        """Return the cache key of this ranking."""
        return f"{self.game}:{self.ladder}:{self.season}"


@dataclass(frozen=True, slots=True)
class Ranks:
    """Values in descending order (negated, for bisection), and the number of players above each."""

    steps: tuple[int, ...]
    above: tuple[int, ...]
    total: int

    def ahead(self, value: int) -> int:
        """Return the number of players above a value; the rank is one more."""
        at = bisect_left(self.steps, -value)
        return self.above[at] if at < len(self.above) else self.total

    def next_above(self, value: int) -> int | None:
        """Return the next higher value that a player has."""
        at = bisect_left(self.steps, -value)
        return -self.steps[at - 1] if at else None

    def start(self, position: int) -> tuple[int, int]:
        """Return the value of the player at a position, from 0, and the number of players with that
        value before. There must be one."""
        at = bisect_right(self.above, position) - 1
        return -self.steps[at], position - self.above[at]


def ranked(ranking: Ranking, now: datetime) -> QuerySet[Rating]:
    """Return the ratings of a ranking."""
    closed = User.objects.filter(pk=OuterRef("user"), closed_at__isnull=False)
    found = Rating.objects.filter(
        ~Exists(closed), game=ranking.game, ladder=ranking.ladder, season=ranking.season
    )
    found = found.filter(established=True, eligible=True)
    return found.filter(last_at__gte=since(now)) if ranking.season == ALL_TIME else found


def since(now: datetime) -> datetime:
    """Return the start of the day 90 days ago, so that a list expires once a day."""
    return (now - ACTIVE).replace(hour=0, minute=0, second=0, microsecond=0)


def deviation(rating: Rating, now: datetime) -> int:
    """Return the deviation of a rating, which grows with absence, except in a season."""
    if rating.season != ALL_TIME:
        return rating.deviation
    return round(after_absence(Skill(rating.mu, rating.sigma), now - rating.last_at).sigma)


def of(ranking: Ranking, now: datetime) -> Ranks:
    """Return the ranks of a ranking: exact, or of a large one at most about a minute old."""
    key = f"ranks:{ranking.name}:{since(now):%Y%m%d}"
    kept: tuple[float, Ranks] | None = cache.get(key)
    if kept is None:
        return _count(ranking, now, key)
    if time.time() - kept[0] > FRESH and cache.add(f"{key}:counting", 1, 60):
        _pool.submit(_recount, ranking, now, key)
    return kept[1]


def _count(ranking: Ranking, now: datetime, key: str) -> Ranks:
    began = time.time()
    ranks = _ranks(
        ranked(ranking, now).values_list("value").annotate(players=Count("pk")).order_by("-value")
    )
    if ranks.total > SMALL:
        cache.set(key, (began, ranks), KEPT)
    return ranks


def _ranks(counts: Iterable[tuple[int, int]]) -> Ranks:
    values, players = [], []
    for value, count in counts:
        values.append(-value)
        players.append(count)
    sums = list(accumulate(players, initial=0))
    return Ranks(tuple(values), tuple(sums[:-1]), sums[-1])


def _recount(ranking: Ranking, now: datetime, key: str) -> None:
    """Recount in a thread, with a connection of its own."""
    try:
        _count(ranking, now, key)
        cache.delete(f"{key}:counting")
    except Exception:
        log.exception("The players of %s could not be counted.", ranking.name)
    finally:
        connection.close()
