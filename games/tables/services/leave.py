"""Leaving: a player who resigns, is flagged, or closes the account is out of the game. It ends if
nobody continues."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

from accounts.models import User
from games.kernel import endings
from games.tables.models import EndedBy, LeftBy, Seat
from games.tables.services.finish import break_off, end
from games.tables.services.log import append
from games.tables.state import walkouts
from games.tables.state.snapshot import Snapshot


def leave(snapshot: Snapshot, seats: tuple[int, ...], by: LeftBy, now: datetime) -> Snapshot:
    """Remove these seats, in this order, from the game. It ends if at most one seat, or no person,
    remains; otherwise caretakers play for them. If the time of two is up at the same moment, the
    first to leave has lost."""
    for seat in seats:
        left = (*snapshot.left, seat)
        places = walkouts.decided(snapshot, left)
        if places is not None:
            walked = walkouts.of(snapshot, left)
            spent = tuple(
                0 if n == seat and by == LeftBy.FLAG else budget
                for n, budget in enumerate(snapshot.budgets)
            )
            snapshot = replace(snapshot, budgets=spent)
            if walked and not _once_too_often(snapshot, walked, now):
                return break_off(snapshot, now, walked=walked)
            gone(snapshot, seat, by)
            return end(
                snapshot,
                EndedBy(by.value),
                (None,) * len(places),
                places,
                now,
                stopped=True,
                walked=walked,
            )
        snapshot = gone(snapshot, seat, by)
    return append(snapshot, (), now)


def _once_too_often(snapshot: Snapshot, walked: tuple[int, ...], now: datetime) -> bool:
    """Return whether the walk-out is a loss for one of those who walk out. Their rows are locked,
    so that two tables at once count each other."""
    users = [user for seat in walked if (user := snapshot.players[seat].user_id) is not None]
    list(
        User.objects.select_for_update(no_key=True)
        .filter(pk__in=users)
        .order_by("pk")
        .values_list("pk")
    )
    return any(count >= walkouts.FREE for count in walkouts.lately(users, now).values())


def end_deserted(snapshot: Snapshot, now: datetime) -> Snapshot:
    """End a game that no person plays any more. In earlier releases the bots continued alone."""
    count, left = len(snapshot.players), snapshot.left
    by = EndedBy(snapshot.players[left[-1]].left_by)
    return end(snapshot, by, (None,) * count, endings.places((1,) * count, left), now, stopped=True)


def gone(snapshot: Snapshot, seat: int, by: LeftBy) -> Snapshot:
    """Store that a seat has left, with its place: behind all who stay, in front of those who left
    before."""
    left: dict[str, Any] = {
        "left_by": by.value,
        "left_ply": snapshot.ply,
        "place": len(snapshot.players) - len(snapshot.left),
    }
    Seat.objects.filter(table_id=snapshot.id, number=seat).update(**left)
    players = [
        replace(player, **left) if player.number == seat else player for player in snapshot.players
    ]
    return replace(snapshot, players=tuple(players))
