"""Consequences of a change of seats before the start: a new version, or the first deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.kernel import replay
from games.kernel.protocol import AnyEngine
from games.kernel.replay import Entry, Position
from games.tables.errors import Over
from games.tables.live import broadcast
from games.tables.models import Answer, EndedBy, Status, Table
from games.tables.services import allowances, hours
from games.tables.services.events import Event, tell
from games.tables.services.log import append
from games.tables.state.snapshot import from_rows


def changed(
    table: Table, now: datetime, *, start: bool = False, first: Sequence[Entry] = ()
) -> None:
    """Store that the seats changed: a new version, and the first deals if the game starts, behind
    the entries that it begins with. Raises ClosedForRepairs if it may not start now."""
    if start:
        allowances.check_house()
    table.version += 1
    table.changed_at = now
    table.save(update_fields=["version", "changed_at"])
    if start:
        table.status, table.started_at = Status.RUNNING, now
        table.save(update_fields=["status", "started_at"])
        uninvite(table, now)
        hours.at_start(table, now)
        seats = list(table.seats.select_related("user"))
        if any(seat.user and seat.user.is_bot for seat in seats):
            table.programs = True
            table.save(update_fields=["programs"])
        snapshot = from_rows(table, seats, ())
        position = replay.begin(snapshot.engine, snapshot.setup)
        steps = _steps(snapshot.engine, position, first)
        append(replace(snapshot, position=position), steps, now)
    else:
        transaction.on_commit(lambda: broadcast.notify_table(table.id, table.version), robust=True)
    transaction.on_commit(broadcast.notify_lobby, robust=True)


def over(table: Table) -> Over:
    """Return the error for a table that has ended, with a game or without one."""
    return Over(_("This table has closed.") if table.ended_by == EndedBy.CLOSED else None)


def uninvite(table: Table, now: datetime) -> None:
    """Tell those who have not answered their invitation that it is void."""
    asked = table.invitations.filter(answer=Answer.NONE)
    tell(Event.LAPSED, table.id, list(asked.values_list("user_id", flat=True)), None, now)


def _steps(
    engine: AnyEngine, position: Position, entries: Sequence[Entry]
) -> list[tuple[Entry, Position]]:
    """Return the entries, each with the position after it."""
    steps = []
    for entry in entries:
        position = replay.advance(engine, position, entry)
        steps.append((entry, position))
    return steps
