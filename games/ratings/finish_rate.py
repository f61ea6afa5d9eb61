"""The finish rate: the share of a user's games with people in the last twelve months that were not
lost on time or walked out of. Resigning is finishing.

It is smoothed by a few average games, for the sake of newcomers. Only the LATEST games are read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q

from games.tables.models import LeftBy, Seat, not_sealed
from games.tables.selectors import any_of
from games.tables.state.requirements import MEMBERS

WINDOW = timedelta(days=365)
LATEST = 200  # ended games, also against bots
ENOUGH = 5  # games with people below which there is no rate
# Games that are added, and finished ones among them.
ADDED, ADDED_FINISHED = 5.0, 4.75

# Games with people: not solo, not against bots alone, not copied from another game, and not of a
# private club, which no number may reveal.
WITH_PEOPLE = Q(
    table__seat_count__gt=F("table__bots") + 1, table__copied=0, table__annulled=False
) & ~Q(table__private=True, table__asks__endswith=MEMBERS)


def rate(user_id: int, now: datetime) -> float | None:
    """Return a user's finish rate from 0 to 1; None with too few games. One query."""
    return rates((user_id,), now).get(user_id)


def percent(user_id: int, now: datetime) -> int | None:
    """Return the rate in per cent. One query."""
    found = rate(user_id, now)
    return None if found is None else round(100 * found)


def rates(user_ids: Collection[int], now: datetime) -> dict[int, float]:
    """Return the rates by user, without those with too few games. One query."""
    if not user_ids:
        return {}
    rows: Any = Seat.objects.filter(
        WITH_PEOPLE,
        # A change of the rate would reveal who has lost while others play the same cards.
        not_sealed(now, "table__"),
        pk__in=any_of([part for user in user_ids for part in _newest(user, now)]),
    )
    games: Counter[int] = Counter()
    left: Counter[int] = Counter()
    for user, left_by, walked_at in rows.values_list("user", "left_by", "walked_at"):
        games[user] += 1
        left[user] += left_by == LeftBy.FLAG or walked_at is not None
    return {
        user: smoothed(games[user], games[user] - left[user])
        for user in games
        if games[user] >= ENOUGH
    }


def smoothed(games: int, finished: int) -> float:
    """Return the smoothed share of finished games."""
    return (finished + ADDED_FINISHED) / (games + ADDED)


def _newest(user: int, now: datetime) -> list[Any]:
    """Return queries for a user's newest games with a result, and walk-outs without one, each along
    an index."""
    seats = Seat.objects.filter(user=user)
    ended = seats.filter(place__isnull=False, ended_at__gt=now - WINDOW).order_by(
        "-ended_at", "-table"
    )
    walked = seats.filter(place=None, walked_at__gt=now - WINDOW).order_by("-walked_at")
    return [ended.values("pk")[:LATEST], walked.values("pk")[:LATEST]]
