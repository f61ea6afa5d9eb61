"""The statements of every move, written by hand: the ORM takes longer to write one than the
database to run it.

`write` is a whole move on PostgreSQL: one statement and one transaction. It locks nothing
beforehand: the process knows the table at its newest version, and the statement writes only if the
row still has that version. The second of two requests waits for the row, finds another version, and
writes nothing.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import connection

from games.kernel.seats import text
from games.tables import access
from games.tables.models import Action, Seat, Table
from games.tables.state import new_entries
from games.tables.state.snapshot import Snapshot

TABLE_SET = (
    f'"{Table._meta.db_table}" AS t SET ply = %s, version = %s, to_act = %s,'
    " flag_at = %s, bot_at = %s, bot_tries = 0,"
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


def rows(entries: list[Any], types: bool = False) -> str:
    """Return SQL with a placeholder for each value of each entry. PostgreSQL needs the `types` if
    the values stand in a query."""
    row = ", ".join([f"%s::{kind}" if types else "%s" for kind in _TYPES.values()])
    return ", ".join([f"({row})"] * (len(entries) // len(_TYPES)))


def facts(after: Snapshot, now: datetime) -> list[Any]:
    """Return the parameters of the assignments in TABLE_SET."""
    return [
        after.ply,
        after.version,
        text(after.to_act),
        stored(after.flag_at),
        stored(after.bot_at),
        after.draw_by,
        stored(now),
    ]


def stored(value: datetime | None) -> Any:
    """Return a moment as the database's driver takes it."""
    return connection.ops.adapt_datetimefield_value(value)


def possible() -> bool:
    """Return whether this database can write several tables by one statement, and no transaction is
    open."""
    return connection.vendor == "postgresql" and not connection.in_atomic_block


def write(
    entries: list[Any], before: Snapshot, after: Snapshot, now: datetime, seat: access.Proved
) -> str | None:
    """Write a move and commit it, if the table stands as before and the seat is the user's; return
    the seats that have left plans, None if nothing was written."""
    values: list[Any] = [*facts(after, now), before.id, before.version, *seat.values()]
    parts = [
        f"moved AS (UPDATE {TABLE_SET} WHERE t.id = %s AND t.version = %s"
        f" AND {access.STILL_PROVED} RETURNING t.planned)"
    ]
    changed = [
        (number, left)
        for number, left in enumerate(after.budgets)
        if before.budgets[number : number + 1] != (left,)
    ]
    if changed:
        clocks = ", ".join(["(%s::int, %s::bigint)"] * len(changed))
        parts.append(
            f'clocks AS (UPDATE "{Seat._meta.db_table}" AS s SET clock_ms = c.left_ms'
            f" FROM moved, (VALUES {clocks}) AS c (number, left_ms)"
            " WHERE s.table_id = %s AND s.number = c.number)"
        )
        values += [value for pair in changed for value in pair] + [before.id]
    values_of = f"(VALUES {rows(entries, types=True)}) AS e"
    parts.append(f"log AS (INSERT INTO {ACTION_COLUMNS} SELECT e.* FROM moved, {values_of})")
    with new_entries.planned_once() as cursor:
        cursor.execute(f"WITH {', '.join(parts)} SELECT planned FROM moved", values + entries)
        row = cursor.fetchone()
        return None if row is None else str(row[0])
