"""The only way to fetch a table or a seat for a user."""

from __future__ import annotations

from django.utils.crypto import constant_time_compare

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


def lock_seat(table_id: str, user_id: int | None, stamp: str | None = None) -> Seat:
    """The user's seat with its table, the table's row locked: one query, as every move makes it.

    `stamp` is the session's proof that the password has not changed since log-in; None for callers of our own.
    """
    seat = (
        Seat.objects.select_related("table", "user")
        .select_for_update(of=("table",), no_key=True)
        .filter(table_id=table_id, user_id=user_id)
        .first()
        if user_id is not None
        else None
    )
    if seat is None or seat.table.game not in engines():
        raise _stranger(table_id)
    if not seat.user.is_active or (stamp is not None and not constant_time_compare(stamp, seat.user.get_session_auth_hash())):
        raise NotYourSeat
    return seat


def _stranger(table_id: str) -> NoSuchTable | NotYourSeat:
    """To somebody without a seat a private table that has started does not exist."""
    table = find(table_id)
    return NoSuchTable() if table.private and table.status != Status.OPEN else NotYourSeat()
