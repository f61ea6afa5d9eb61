"""Flag fall: whose time is up loses the game, or leaves it where others play on.

`flag_at` says when. The sweeper (Celery beat) looks for what is due, and whoever touches a table does so at once.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.db import connection, transaction

from games.kernel import clock, endings
from games.tables import positions
from games.tables.models import EndedBy, LeftBy, Seat, Status, Table
from games.tables.positions import Snapshot, milliseconds
from games.tables.services.log import FlagDue, append, break_off, end

P = ParamSpec("P")
T = TypeVar("T")


def after_flags(service: Callable[P, T]) -> Callable[P, T]:
    """A service that finds somebody's time to be up lets the flag fall first, in a transaction of its own, and looks again."""

    @wraps(service)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return service(*args, **kwargs)
        except FlagDue:
            facts: dict[str, Any] = dict(kwargs)
            flag(table_id=facts["table_id"], now=facts["now"])
            return service(*args, **kwargs)

    return wrapper


def flag_due(*, now: datetime, limit: int = 500) -> int:
    """Let every flag fall that is due, a table at a time; how many tables. Any number of workers may do so at once."""
    due = Table.objects.filter(flag_at__lte=now, status=Status.RUNNING).order_by("flag_at").values_list("pk", flat=True)
    return sum([flag(table_id=table_id, now=now, wait=False) for table_id in list(due[:limit])])


@transaction.atomic
def flag(*, table_id: str, now: datetime, wait: bool = True) -> bool:
    """Let the flags of one table fall if they are due; whether any did. Without `wait`, a table that somebody else holds is his.

    One that was set for a bot, when bots still had clocks, does not fall: it is set anew for whoever has one.
    A table whose log is as long as earlier releases let one become is broken off instead: nobody could act there while the clock ran.
    """
    skip = not wait and connection.features.has_select_for_update_skip_locked
    rows = Table.objects.select_for_update(no_key=True, skip_locked=skip)
    table = rows.filter(pk=table_id, status=Status.RUNNING, flag_at__lte=now).first()
    if table is None:
        return False
    snapshot = positions.locked(table.id, table.version)
    assert snapshot.since is not None
    if snapshot.ply >= positions.MAX_PLIES:
        break_off(snapshot, now)
        return True
    seats = clock.flagged(snapshot.control, snapshot.budgets, snapshot.ticking, milliseconds(snapshot.since), milliseconds(now))
    leave(snapshot, seats, LeftBy.FLAG, now)
    return seats != ()


def leave(snapshot: Snapshot, seats: tuple[int, ...], by: LeftBy, now: datetime) -> Snapshot:
    """These seats, in this order, are out of the game: it ends where one seat at most, or no person, is left, else a caretaker plays
    for them. Of two whose time is up at the same moment, the first to go has lost.
    """
    count = len(snapshot.players)
    for seat in seats:
        places = _decided(snapshot, (*snapshot.left, seat))
        if places is not None:
            budgets = tuple([0 if n == seat and by == LeftBy.FLAG else budget for n, budget in enumerate(snapshot.budgets)])
            _save(snapshot, seat, by)
            return end(replace(snapshot, budgets=budgets), EndedBy(by.value), (None,) * count, places, now, stopped=True)
        snapshot = _save(snapshot, seat, by)
    return append(snapshot, (), now)


def end_deserted(snapshot: Snapshot, now: datetime) -> Snapshot:
    """End a game that no person plays any more: in earlier releases the bots went on among themselves."""
    count, left = len(snapshot.players), snapshot.left
    by = EndedBy(snapshot.players[left[-1]].left_by)
    return end(snapshot, by, (None,) * count, endings.places((1,) * count, left), now, stopped=True)


def _decided(snapshot: Snapshot, left: tuple[int, ...]) -> endings.Places | None:
    """Places by seat if the game ends when these have gone; None where it goes on. Bots that are left alone share the first place."""
    count = len(snapshot.players)
    if all([player.bot or player.number in left for player in snapshot.players]):
        return endings.places((1,) * count, left)
    return endings.last_one(count, left)


def _save(snapshot: Snapshot, seat: int, by: LeftBy) -> Snapshot:
    """Who leaves knows the place at once: behind all who stay, and in front of those who left before."""
    left = {"left_by": by.value, "left_ply": snapshot.ply, "place": len(snapshot.players) - len(snapshot.left)}
    Seat.objects.filter(table_id=snapshot.id, number=seat).update(**left)
    players = [replace(player, **left) if player.number == seat else player for player in snapshot.players]  # type: ignore[arg-type]
    return replace(snapshot, players=tuple(players))
