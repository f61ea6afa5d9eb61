"""Walk-outs: a rated game that ends because a player leaves before every seat has acted does not
count. The walk-out is noted for the player who left. The third one within 30 days is a loss, and
then the game counts.

At that moment the player has seen their cards, and perhaps a move. In an unrated game everybody may
abort so early.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Protocol

from django.db.models import Count, Q

from games.kernel import endings
from games.kernel.endings import Places
from games.tables.models import Seat
from games.tables.state.player import Player
from games.tables.state.turns import Run

WINDOW = timedelta(days=30)
FREE = 2  # walk-outs without a loss in the window; the next one is a loss


class Table(Protocol):
    """The values of a running table that this module needs; a snapshot has them."""

    @property
    def rated(self) -> bool:
        """Return whether the game is rated."""

    @property
    def deal(self) -> str:
        """Return the name of the deal that other tables share; "" for none."""

    @property
    def players(self) -> tuple[Player, ...]:
        """Return the players by seat."""

    @property
    def runs(self) -> tuple[Run, ...]:
        """Return the log by runs."""

    @property
    def left(self) -> tuple[int, ...]:
        """Return the seats that have left, in order."""


def all_acted(table: Table) -> bool:
    """Tell whether every seat that has not left has acted. Before that, no rated game counts."""
    missing: set[int | None] = {player.number for player in table.players if not player.gone}
    for run in reversed(table.runs):
        if not missing:  # after the newest turns, however long the log is
            break
        missing.discard(run.seat)
    return not missing


def decided(table: Table, left: Sequence[int]) -> Places | None:
    """Return the places by seat if the game ends when these seats have left; None if it goes on.
    Bots that remain alone share the first place."""
    count = len(table.players)
    if all(player.bot or player.number in left for player in table.players):
        return endings.places((1,) * count, left)
    return endings.last_one(count, left)


def is_one(table: Table, seat: int) -> bool:
    """Tell whether it is a walk-out if this seat leaves now. It is none where others continue: then
    the seat takes the last place, as at any time; nor at a deal that other tables share, whose
    cards one could leave that are bad."""
    return (
        table.rated
        and not table.deal
        and not all_acted(table)
        and decided(table, (*table.left, seat)) is not None
    )


def of(table: Table, left: Iterable[int]) -> tuple[int, ...]:
    """Return the seats that have walked out if the game ends now and these seats have left it."""
    return (
        ()
        if not table.rated or table.deal or all_acted(table)
        else tuple(seat for seat in left if not table.players[seat].bot)
    )


def noted(now: datetime) -> Q:
    """Return the condition for seats whose walk-outs still count."""
    return Q(walked_at__gt=now - WINDOW, table__annulled=False)


def lately(user_ids: Collection[int], now: datetime) -> dict[int, int]:
    """Return the number of walk-outs in the last 30 days by user id, without the users who have
    none. One query."""
    counted = (
        Seat.objects.filter(noted(now), user__in=user_ids).values_list("user").annotate(Count("pk"))
    )
    return {user: count for user, count in counted if user is not None}
