"""The commit of a change: caching and delivery after it, and the value that a service returns."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from django.db import transaction

from games.tables.live import delivery
from games.tables.state import snapshot_cache
from games.tables.state.public import PublicTable
from games.tables.state.snapshot import Snapshot

P = ParamSpec("P")


def answered_before(at: Snapshot) -> Snapshot:
    """Deliver a table that an earlier request committed, whose process may have died before
    delivery."""
    transaction.on_commit(lambda: delivery.deliver(at.id, at.version), robust=True)
    return at


def committed(after: Snapshot, before: Snapshot | None) -> Snapshot:
    """Deliver a table after the commit.

    `before` is the table as it was; None if it has become one of its players' running tables, or is
    one no longer.
    """

    def deliver() -> None:
        snapshot_cache.remember(after)
        delivery.deliver(
            after.id,
            after.version,
            mover=_mover(after, before),
            passed=before is None or before.to_act != after.to_act,
            users=() if before is not None else after.users,
        )

    transaction.on_commit(deliver, robust=True)
    return after


def _mover(after: Snapshot, before: Snapshot | None) -> int | None:
    """Return the user who made the first of the new entries, if one did."""
    if before is None or len(after.log) == len(before.log):
        return None
    seat = after.log[len(before.log)].entry.seat
    return None if seat is None else after.players[seat].user_id


def published(service: Callable[P, Snapshot]) -> Callable[P, PublicTable]:
    """Decorate a service: it returns the public part of the snapshot that it made."""

    @wraps(service)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> PublicTable:
        return service(*args, **kwargs).public

    return wrapper
