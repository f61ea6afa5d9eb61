"""The share of somebody's games with others that come to an end, of the last twelve months: those
that were not left by a flag or a walk-out. Resigning is finishing: the other has an end.

It is smoothed: a few games are added as almost everybody plays them, so that one bad evening does
not follow a newcomer. The reading stops after the newest `LATEST` games, however much was played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q

from games.tables.models import LeftBy, Seat
from games.tables.selectors import any_of

WINDOW = timedelta(days=365)
LATEST = 200  # a user's newest ended games that are looked at, those against bots included
ENOUGH = 5  # games with people; before that nothing is told
# The games that are added, and how many of them were finished.
ADDED, ADDED_FINISHED = 5.0, 4.75

# Games with somebody else: not alone, not against bots alone. Others tell nothing about anybody's
# patience, and games that were copied from the middle of another were begun to be looked at.
WITH_PEOPLE = Q(table__seat_count__gt=F("table__bots") + 1, table__copied=0, table__annulled=False)


def rate(user_id: int, now: datetime) -> float | None:
    """Return the share of games that a user finishes, from 0 to 1; None if there were too few. One
    query."""
    return rates((user_id,), now).get(user_id)


def percent(user_id: int, now: datetime) -> int | None:
    """Return the share in per cent, as a profile tells it. One query."""
    found = rate(user_id, now)
    return None if found is None else round(100 * found)


def rates(user_ids: Collection[int], now: datetime) -> dict[int, float]:
    """Return the shares by user, without those who have played too few games. One query."""
    if not user_ids:
        return {}
    rows: Any = Seat.objects.filter(
        WITH_PEOPLE, pk__in=any_of([part for user in user_ids for part in _newest(user, now)])
    )
    games: Counter[int] = Counter()
    left: Counter[int] = Counter()
    for user, left_by, walked_at in rows.values_list("user", "left_by", "walked_at"):
        games[user] += 1
        left[user] += left_by == LeftBy.FLAG or walked_at is not None
    return {
        user: share(games[user], games[user] - left[user])
        for user in games
        if games[user] >= ENOUGH
    }


def share(games: int, finished: int) -> float:
    """Return the smoothed share of games that were finished."""
    return (finished + ADDED_FINISHED) / (games + ADDED)


def _newest(user: int, now: datetime) -> list[Any]:
    """Return queries for a user's newest games with an end, and for the walk-outs that had none,
    each along an index. What was broken off by agreement is in neither."""
    seats = Seat.objects.filter(user=user)
    ended = seats.filter(place__isnull=False, ended_at__gt=now - WINDOW).order_by(
        "-ended_at", "-table"
    )
    walked = seats.filter(place=None, walked_at__gt=now - WINDOW).order_by("-walked_at")
    return [ended.values("pk")[:LATEST], walked.values("pk")[:LATEST]]
