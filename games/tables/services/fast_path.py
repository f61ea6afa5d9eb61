"""The statements of every move as SQL: the ORM takes longer to compose one than the database to run
it.

`statement` is a whole move on PostgreSQL: one statement and one transaction. It locks nothing
beforehand: the process knows the table at its newest version, and the statement writes only if the
row still has that version. The second of two requests waits for the row, finds another version, and
writes nothing. `write_in_loop` runs it in the event loop of the web server, `write` in a thread.
"""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Any, NamedTuple

import psycopg
from django.db import connection

from games import registry
from games.kernel.seats import text
from games.tables import access
from games.tables.models import Action, Seat, Table
from games.tables.services import loop_connections
from games.tables.state import new_entries
from games.tables.state.snapshot import Snapshot

TABLE_SET = (
    f'"{Table._meta.db_table}" AS t SET ply = %s, version = %s, to_act = %s,'
    " flag_at = %s, bot_at = %s, bot_tries = 0, progress = %s,"
    " breaks_off_at = NULL, draw_by = %s, undo_by = '', slow_by = '', changed_at = %s"
)
_TYPES = {
    "table_id": "text",
    "ply": "int",
    "seat": "smallint",
    "code": "text",
    "at": "timestamptz",
    "clock_ms": "bigint",
    "prev": "text",
    "hash": "text",
}
ACTION_COLUMNS = f'"{Action._meta.db_table}" ({", ".join(_TYPES)})'


class Statement(NamedTuple):
    """A move as SQL with its parameters."""

    sql: str
    values: list[Any]


def rows(entries: int, types: bool = False) -> str:
    """Return SQL with a placeholder for each of so many values of entries. PostgreSQL needs the
    `types` if the values stand in a query."""
    row = ", ".join([f"%s::{kind}" if types else "%s" for kind in _TYPES.values()])
    return ", ".join([f"({row})"] * (entries // len(_TYPES)))


def facts(after: Snapshot, now: datetime) -> list[Any]:
    """Return the parameters of the assignments in TABLE_SET."""
    return [
        after.ply,
        after.version,
        text(after.to_act),
        after.flag_at,
        after.bot_at,
        _progress(after),
        after.draw_by,
        now,
    ]


def _progress(after: Snapshot) -> str:
    """Return how far the game is. The view is one that the boards after the move need anyway."""
    return registry.screen(after.game).progress(after.view(0)).stored()


def stored(values: list[Any]) -> list[Any]:
    """Return values as the driver of any database takes them: PostgreSQL's takes moments as they
    are."""
    moment = connection.ops.adapt_datetimefield_value
    return [moment(value) if isinstance(value, datetime) else value for value in values]


def possible() -> bool:
    """Return whether this database can write several tables by one statement, and no transaction is
    open."""
    return connection.vendor == "postgresql" and not connection.in_atomic_block


@cache
def possible_in_loop() -> bool:
    """Return whether the site's database can write several tables by one statement."""
    return connection.vendor == "postgresql"


def statement(
    entries: list[Any], before: Snapshot, after: Snapshot, now: datetime, seat: access.Proved
) -> Statement:
    """Return the statement that writes a move and commits it, if the table stands as before and the
    seat is the user's. It gives a row with the seats that have left plans, none if nothing was
    written."""
    values: list[Any] = [*facts(after, now), before.id, before.version, *seat.values()]
    changed = [
        (number, left)
        for number, left in enumerate(after.budgets)
        if before.budgets[number : number + 1] != (left,)
    ]
    if changed:
        values += [value for pair in changed for value in pair] + [before.id]
    return Statement(_sql(len(entries), len(changed)), values + entries)


@cache
def _sql(entries: int, changed: int) -> str:
    """Return the text for so many values of entries, and so many clocks that have changed."""
    parts = [
        f"moved AS (UPDATE {TABLE_SET} WHERE t.id = %s AND t.version = %s"
        f" AND {access.STILL_PROVED} RETURNING t.planned)"
    ]
    if changed:
        clocks = ", ".join(["(%s::int, %s::bigint)"] * changed)
        parts.append(
            f'clocks AS (UPDATE "{Seat._meta.db_table}" AS s SET clock_ms = c.left_ms'
            f" FROM moved, (VALUES {clocks}) AS c (number, left_ms)"
            " WHERE s.table_id = %s AND s.number = c.number)"
        )
    values_of = f"(VALUES {rows(entries, types=True)}) AS e"
    parts.append(f"log AS (INSERT INTO {ACTION_COLUMNS} SELECT e.* FROM moved, {values_of})")
    return f"WITH {', '.join(parts)} SELECT planned FROM moved"


def write(move: Statement) -> str | None:
    """Write a move; return the seats that have left plans, None if nothing was written."""
    with new_entries.planned_once() as cursor:
        cursor.execute(move.sql, move.values)
        row = cursor.fetchone()
    return None if row is None else str(row[0])


async def write_in_loop(move: Statement) -> str | None:
    """Write a move without a thread. None also if the database did not answer: then the move may
    have been written, and a repeated request gets the first answer."""
    try:
        row = await loop_connections.here().row(move.sql, move.values)
    except (psycopg.Error, OSError, TimeoutError):
        return None
    return None if row is None else str(row[0])
