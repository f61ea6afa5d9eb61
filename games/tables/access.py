"""The only way to fetch a table or a seat for a user."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from django.db import connection
from django.utils.crypto import constant_time_compare

from accounts import sessions
from accounts.models import Device, User
from accounts.sessions import Stamp
from games.registry import engines
from games.tables.errors import NoSuchTable, NotYourSeat
from games.tables.models import Seat, Status, Table
from games.tables.state import requirements


def find(table_id: str) -> Table:
    """Return a table by its id. Raises NoSuchTable. A private table is not listed: everybody who
    has its link may watch."""
    table = Table.objects.filter(pk=table_id).first()
    if table is None or table.game not in engines():
        raise NoSuchTable
    return table


def lock(table_id: str) -> Table:
    """Return a table, with its row locked until the transaction ends. Raises NoSuchTable."""
    table = Table.objects.select_for_update(no_key=True).filter(pk=table_id).first()
    if table is None or table.game not in engines():
        raise NoSuchTable
    return table


@dataclass(frozen=True, slots=True)
class Locked:
    """A seat, and the state of its table, whose row is locked until the transaction ends."""

    table_id: str
    number: int
    status: str
    version: int


@dataclass(frozen=True, slots=True)
class Proved:
    """A seat whose user has shown a valid session, with the facts that the session proves: the
    password's hash, the number of sign-outs everywhere, and the device."""

    number: int
    user_id: int
    password: str = field(repr=False)
    sign_outs: int
    stamp: Stamp = field(repr=False)

    def values(self) -> tuple[Any, ...]:
        """Return the parameters of STILL_PROVED, in order."""
        return (
            self.number,
            self.user_id,
            self.password,
            self.sign_outs,
            self.stamp.device,
            self.stamp.old,
        )


ON_DEVICE = (
    f'COALESCE((SELECT d.ended IS NULL FROM "{Device._meta.db_table}" d'
    " WHERE d.key = %s AND d.user_id = u.id), %s)"
)
"""A condition for a statement about a user `u`: the device with this key is still signed in. A
device without a row counts as signed in if the session is older than such rows."""

STILL_PROVED = (
    f'EXISTS (SELECT 1 FROM "{Seat._meta.db_table}" s'
    f' JOIN "{User._meta.db_table}" u ON u.id = s.user_id'
    " WHERE s.table_id = t.id AND s.number = %s AND s.user_id = %s"
    " AND u.is_active AND u.password = %s AND u.sign_outs = %s"
    f" AND {ON_DEVICE})"
)
"""A condition for a statement about a table `t`: the seat is the user's, and the facts that the
session proved have not changed."""


def proved(number: int, user_id: int, stamp: Stamp) -> Proved | None:
    """Return the seat if this process knows that this user's stamp was valid; None otherwise. The
    statement itself checks that the stamp is valid still."""
    known = sessions.remembered(user_id, stamp)
    return None if known is None else Proved(number, user_id, *known, stamp)


def lock_seat(table_id: str, user_id: int | None, stamp: Stamp | None = None) -> Locked:
    """Return the user's seat, with the row of its table locked until the transaction ends. One
    query, since every move makes it. Raises NoSuchTable or NotYourSeat.

    `stamp` proves that the session has not ended since log-in; None if the site itself is the
    caller.
    """
    device = ("", True) if stamp is None else (stamp.device, stamp.old)
    with connection.cursor() as cursor:
        cursor.execute(_locking_sql(), [*device, table_id, user_id])
        row = cursor.fetchone()
    if row is None or row[0] not in engines():
        raise _stranger(table_id)
    _game, status, version, number, active, password, sign_outs, on_device = row
    if not active or (
        stamp is not None
        and not (on_device and constant_time_compare(stamp.hash, _hash(password, sign_outs)))
    ):
        raise NotYourSeat
    if stamp is not None and user_id is not None:
        sessions.remember(user_id, stamp, password, sign_outs)
    return Locked(table_id, number, status, version)


@cache
def _locking_sql() -> str:
    """Return the statement of `lock_seat`. It is written by hand: building the query and its
    objects through the ORM takes longer than running it."""
    table, seat, user = (model._meta.db_table for model in (Table, Seat, User))
    # SQLite locks the whole database.
    lock = " FOR NO KEY UPDATE OF t" if connection.features.has_select_for_update else ""
    return (
        "SELECT t.game, t.status, t.version, s.number,"
        f" u.is_active, u.password, u.sign_outs, {ON_DEVICE}"
        f' FROM "{table}" t JOIN "{seat}" s ON s.table_id = t.id'
        f' JOIN "{user}" u ON u.id = s.user_id WHERE t.id = %s AND s.user_id = %s{lock}'
    )


def _hash(password: str, sign_outs: int) -> str:
    return User(password=password, sign_outs=sign_outs).get_session_auth_hash()


def _stranger(table_id: str) -> NoSuchTable | NotYourSeat:
    """Return the error for a user without a seat: a private table that has started does not exist
    for them."""
    table = find(table_id)
    hidden = table.status != Status.OPEN or requirements.of_members(table.asks)
    return NoSuchTable() if table.private and hidden else NotYourSeat()
