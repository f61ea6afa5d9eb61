"""The only way to fetch a table or a seat for a user."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db import connection
from django.utils.crypto import constant_time_compare

from accounts.models import User
from games.registry import engines
from games.tables.errors import NoSuchTable, NotYourSeat
from games.tables.models import Seat, Status, Table


def find(table_id: str) -> Table:
    """A table by its link. Private tables are unlisted: who has the link may look on."""
    table = Table.objects.filter(pk=table_id).first()
    if table is None or table.game not in engines():
        raise NoSuchTable
    return table


def lock(table_id: str) -> Table:
    """The table, its row locked until the transaction ends."""
    table = Table.objects.select_for_update(no_key=True).filter(pk=table_id).first()
    if table is None or table.game not in engines():
        raise NoSuchTable
    return table


@dataclass(frozen=True, slots=True)
class Locked:
    """A seat whose table is locked until the transaction ends."""

    table: Table
    number: int


def lock_seat(table_id: str, user_id: int | None, stamp: str | None = None) -> Locked:
    """The user's seat with its table, the table's row locked: one query, as every move makes it.

    `stamp` is the session's proof that the password has not changed since log-in; None for callers of our own.
    """
    found = list(Table.objects.raw(_locking_sql(), [table_id, user_id])) if user_id is not None else []
    if not found or found[0].game not in engines():
        raise _stranger(table_id)
    row: Any = found[0]  # with three columns of seat and user
    if not row.user_active or (stamp is not None and not constant_time_compare(stamp, _stamp(row.user_password))):
        raise NotYourSeat
    return Locked(row, row.seat_number)


@cache
def _locking_sql() -> str:
    """By hand, since building this query through the ORM takes longer than running it."""
    table, seat, user = (model._meta.db_table for model in (Table, Seat, User))
    lock = " FOR NO KEY UPDATE OF t" if connection.features.has_select_for_update else ""  # SQLite locks as a whole
    return (
        f'SELECT t.*, s.number AS seat_number, u.password AS user_password, u.is_active AS user_active FROM "{table}" t'
        f' JOIN "{seat}" s ON s.table_id = t.id JOIN "{user}" u ON u.id = s.user_id WHERE t.id = %s AND s.user_id = %s{lock}'
    )


def _stamp(password: str) -> str:
    return User(password=password).get_session_auth_hash()


def _stranger(table_id: str) -> NoSuchTable | NotYourSeat:
    """To somebody without a seat a private table that has started does not exist."""
    table = find(table_id)
    return NoSuchTable() if table.private and table.status != Status.OPEN else NotYourSeat()
