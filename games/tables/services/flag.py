"""Flag fall: a player whose time is up loses the game, or leaves it if others continue.

`flag_at` is the moment. A periodic task (Celery beat) looks for flags that are due, and every
request for a table lets its flags fall at once.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.db import connection, transaction
from django.db.models import QuerySet

from games.epoch import milliseconds
from games.kernel import clock
from games.registry import engines
from games.sweep import sweep
from games.tables.models import LeftBy, Status, Table
from games.tables.services.finish import break_off
from games.tables.services.leave import leave
from games.tables.services.log import FlagDue
from games.tables.state import log_limit, snapshot_cache

P = ParamSpec("P")
T = TypeVar("T")


def after_flags(service: Callable[P, T]) -> Callable[P, T]:
    """Decorate a service: if a player's time is up, let the flag fall in a transaction of its own,
    and call the service again."""

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
    """Let every flag fall that is due, one table at a time; return the number of tables. Safe to
    run in several workers at once."""
    return sweep(
        list(due_flags(now=now).order_by("flag_at").values_list("pk", flat=True)),
        lambda table_id: flag(table_id=table_id, now=now, wait=False),
        limit=limit,
        what="A flag could not fall",
    )


def due_flags(*, now: datetime) -> QuerySet[Table]:
    """Return the tables at which a flag is due."""
    return Table.objects.filter(flag_at__lte=now, status=Status.RUNNING, game__in=engines().keys())


@transaction.atomic
def flag(*, table_id: str, now: datetime, wait: bool = True) -> bool:
    """Let the flags of one table fall if they are due; return whether one fell. Without `wait`, a
    table that another transaction has locked is left to it.

    A flag that was set for a bot by an earlier release, in which bots had clocks, does not fall: it
    is set anew for the players with a clock. A table whose log has the greatest length of earlier
    releases is broken off instead, since nobody could act there while the clock ran.
    """
    skip = not wait and connection.features.has_select_for_update_skip_locked
    rows = Table.objects.select_for_update(no_key=True, skip_locked=skip)
    table = rows.filter(pk=table_id, status=Status.RUNNING, flag_at__lte=now).first()
    if table is None:
        return False
    snapshot = snapshot_cache.locked(table.id, table.version)
    assert snapshot.since is not None
    if snapshot.ply >= log_limit.MAX_PLIES:
        break_off(snapshot, now)
        return True
    seats = clock.flagged(
        snapshot.control,
        snapshot.budgets,
        snapshot.ticking,
        milliseconds(snapshot.since),
        milliseconds(now),
        snapshot.awake,
    )
    leave(snapshot, seats, LeftBy.FLAG, now)
    return seats != ()
