"""Closing tables that wait for players: by the last of them, or after too long a time."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from accounts.services.removal import remove
from games.kernel import clock as clocks
from games.registry import engines
from games.sweep import sweep
from games.tables import access
from games.tables.live import broadcast
from games.tables.models import EndedBy, Status, Table
from games.tables.services.seat_changes import changed, uninvite


def close(table: Table, now: datetime) -> None:
    """Close a table that waits, whose row is locked."""
    table.status, table.ended_by, table.ended_at = Status.ENDED, EndedBy.CLOSED, now
    table.save(update_fields=["status", "ended_by", "ended_at"])
    table.seats.update(ended_at=now)
    uninvite(table, now)
    changed(table, now)
    if former := table.rematch_of_id:
        transaction.on_commit(lambda: show_rematch(former), robust=True)


def close_idle(*, now: datetime, after: timedelta, live: timedelta, limit: int = 200) -> int:
    """Close open tables without a change for `after`, live ones for `live`; return the number of
    tables."""
    is_live = Q(time_control__regex=clocks.names("live"))
    idle = Q(changed_at__lt=now - after) | is_live & Q(changed_at__lt=now - live)
    due = Table.objects.filter(idle, status=Status.OPEN, game__in=engines().keys())
    return sweep(
        list(due.values_list("pk", flat=True)),
        lambda table_id: _close_idle(table_id, now - live, now),
        limit=limit,
        what="An idle table could not be closed",
    )


@transaction.atomic
def _close_idle(table_id: str, since: datetime, now: datetime) -> bool:
    table = access.lock(table_id)
    if table.status != Status.OPEN or table.changed_at >= since:
        return False
    close(table, now)
    return True


def forget_closed(*, now: datetime, after: timedelta, limit: int = 200) -> int:
    """Delete tables that closed before their game began, longer ago than `after`, with their seats,
    invitations and news; return the number of tables. Nobody has played there, and a table of the
    day is never among them."""
    closed = Table.objects.filter(
        started_at=None, ended_at__lt=now - after, ended_by=EndedBy.CLOSED
    )
    return remove(closed.filter(deal=""), limit)


def show_rematch(table_id: str) -> None:
    """Show on the boards of an ended table what became of its rematch. This comes after the commit:
    whoever asks for a rematch locks the old table first."""
    with transaction.atomic():
        version = access.lock(table_id).version + 1
        Table.objects.filter(pk=table_id).update(version=version)
        transaction.on_commit(lambda: broadcast.notify_table(table_id, version), robust=True)
