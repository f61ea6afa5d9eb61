"""Walk-outs: a rated game that ends before every seat has acted, because somebody left it, does not
count. That is noted of those who left, and whoever does it for the third time within 30 days loses,
and the game counts.

By then they have seen their cards, and perhaps a move. In an unrated game anybody may break off so
early.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from django.db.models import Count, Q

from games.kernel import endings
from games.kernel.endings import Places
from games.tables.models import Seat
from games.tables.state import turns
from games.tables.state.player import Player
from games.tables.state.turns import Run

WINDOW = timedelta(days=30)
FREE = 2  # within the window; the next one is a loss


class Table(Protocol):
    """What has to be known of a running table: its snapshot, say."""

    @property
    def rated(self) -> bool: ...
    @property
    def players(self) -> tuple[Player, ...]: ...
    @property
    def runs(self) -> tuple[Run, ...]: ...
    @property
    def left(self) -> tuple[int, ...]: ...


def all_acted(table: Table) -> bool:
    """Whether every seat has acted that has not left. Before, no rated game counts."""
    return {player.number for player in table.players if not player.gone} <= turns.acted(table.runs)


def decided(table: Table, left: Sequence[int]) -> Places | None:
    """Places by seat if the game ends when these have left; None where it goes on. Bots that are
    left alone share the first place."""
    count = len(table.players)
    if all(player.bot or player.number in left for player in table.players):
        return endings.places((1,) * count, left)
    return endings.last_one(count, left)


def is_one(table: Table, seat: int) -> bool:
    """Whether it is a walk-out if this seat leaves now. Where others play on it is none, but takes
    the last place as ever."""
    return table.rated and not all_acted(table) and decided(table, (*table.left, seat)) is not None


def of(table: Table, left: Iterable[int]) -> tuple[int, ...]:
    """Who has walked out, if the game ends now and these have left it."""
    return (
        ()
        if not table.rated or all_acted(table)
        else tuple(seat for seat in left if not table.players[seat].bot)
    )


def noted(now: datetime) -> Q:
    """The seats whose walk-outs count yet."""
    return Q(walked_at__gt=now - WINDOW, table__annulled=False)


def lately(user_ids: Collection[int], now: datetime) -> dict[int, int]:
    """How many walk-outs of the last 30 days each of these users has; users without any are left
    out. One query."""
    counted = (
        Seat.objects.filter(noted(now), user__in=user_ids).values_list("user").annotate(Count("pk"))
    )
    return {user: count for user, count in counted if user is not None}
