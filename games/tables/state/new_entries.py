"""Entries added to a running table after those that this process knows: one query, of the same cost
for a log of any length.

It is one statement, so that row, seats and entries belong to the same moment although nothing is
locked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

from django.db import connection

from accounts.models import User
from games.tables.models import Action, Seat, Table

SEAT = (
    "number user_id bot score place left_by left_ply renewed clock_ms sleeps"
    " hints hint_ply hint_code"
).split()
PATIENT = "patient"  # beside them: whether bots pause for the seat's user
ENTRY = "ply seat code at clock_ms prev hash".split()


@dataclass(frozen=True, slots=True)
class NewEntries:
    """Rows of a table: `table` with the requested columns; `seats` and `entries` with the columns
    SEAT and PATIENT, and ENTRY, in order."""

    table: dict[str, Any]
    seats: tuple[dict[str, Any], ...]
    entries: tuple[dict[str, Any], ...]


def since(table_id: str, ply: int, columns: Sequence[str]) -> NewEntries | None:
    """Return the table as it stands now, with its entries from this ply on; None if there is no
    such table, or it has no seat 0."""
    with planned_once() as cursor:
        cursor.execute(_sql(tuple(columns)), [ply, table_id])
        rows = [tuple(_aware(value) for value in row) for row in cursor.fetchall()]
    if not rows:
        return None
    one, two = len(columns), len(columns) + len(SEAT) + 1
    seats = {row[one]: dict(zip((*SEAT, PATIENT), row[one:two], strict=True)) for row in rows}
    entries = tuple(
        dict(zip(ENTRY, row[two:], strict=True)) for row in rows if row[two] is not None
    )
    return NewEntries(dict(zip(columns, rows[0], strict=False)), tuple(seats.values()), entries)


@cache
def _sql(columns: tuple[str, ...]) -> str:
    """Return the statement of `since`. It is written by hand: the ORM takes longer to write it than
    the database to run it. The entries stand beside the first seat."""
    names = (
        [f't."{name}"' for name in columns]
        + [f's."{name}"' for name in SEAT]
        + ["COALESCE(u.bots_pause, TRUE)"]
        + [f'a."{name}"' for name in ENTRY]
    )
    table, seat, action, user = (model._meta.db_table for model in (Table, Seat, Action, User))
    return (
        f'SELECT {", ".join(names)} FROM "{table}" t JOIN "{seat}" s ON s.table_id = t.id'
        f' LEFT JOIN "{user}" u ON u.id = s.user_id'
        f' LEFT JOIN "{action}" a ON s.number = 0 AND a.table_id = t.id AND a.ply >= %s'
        " WHERE t.id = %s ORDER BY s.number, a.ply"
    )


def _aware(value: Any) -> Any:
    """Return a value from the database, a moment with its time zone. SQLite's moments have none,
    and are in UTC."""
    return (
        value.replace(tzinfo=UTC) if isinstance(value, datetime) and value.tzinfo is None else value
    )


@contextmanager
def planned_once() -> Iterator[Any]:
    """Give a cursor that keeps the query plan. On PostgreSQL it is the driver's own: Django's
    cursor writes the values into the text, which has to be parsed and planned each time.

    This saves a fifth of the service behind a move.
    """
    if connection.vendor != "postgresql":
        with connection.cursor() as cursor:
            yield cursor
        return
    driver: Any = connection
    driver.ensure_connection()
    with driver.wrap_database_errors, driver.Database.Cursor(driver.connection) as cursor:
        yield cursor
