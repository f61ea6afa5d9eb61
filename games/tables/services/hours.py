"""The hours in which players are awake, in the seats of their tables by correspondence.

A seat stores all rules since the beginning of the game, so that a move needs no query for them, and
the clocks of a game can be proved from its own rows.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import F, QuerySet

from accounts.models import User
from games.epoch import milliseconds
from games.kernel import clock
from games.provided import Provided
from games.tables.live import delivery
from games.tables.models import LeftBy, Seat, Status, Table
from games.tables.state import hours, snapshot_cache

sleepers: Provided[[Collection[int], datetime], Mapping[int, str]] = Provided({})
"""Return for those of these users who sleep which rules hold since a moment, as `state.hours.text`
writes them."""
forget: Provided[[int], object] = Provided(None)
"""Forget when a user sleeps whose account is closed. Seats keep it, for the proof."""


def asks(table: Table) -> bool:
    """Return whether sleep affects the clocks of a table."""
    return not table.sleepless and clock.stored(table.time_control).kind == "correspondence"


def at_start(table: Table, now: datetime) -> None:
    """Write the players' hours of sleep into the seats of a starting table. Its row is locked."""
    if not asks(table):
        return
    users = [user for user in table.seats.values_list("user_id", flat=True) if user is not None]
    lock_users(users)
    for user_id, times in sleepers(users, now).items():
        table.seats.filter(user_id=user_id).update(sleeps=times)


def lock_users(users: Collection[int]) -> None:
    """Lock the rows of users, so that a change of hours and a starting game wait for each other."""
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=users).order_by("pk")
    list(rows.values_list("pk"))


def lock_tables(user_id: int) -> None:
    """Lock the tables at which a user plays or waits. This comes before `lock_users`, as in a game
    that starts."""
    list(_tables(user_id).select_for_update(no_key=True).order_by("pk").values_list("pk"))


def _tables(user_id: int) -> QuerySet[Table]:
    seats = Seat.objects.filter(user_id=user_id, ended_at=None, left_by=LeftBy.NONE)
    return Table.objects.filter(
        pk__in=seats.values("table_id"),
        status__in=[Status.OPEN, Status.RUNNING],
        time_control__regex=clock.names("correspondence"),
        sleepless=False,
    )


def begun_before(user_id: int, since: datetime) -> set[int]:
    """Return the moments before this one at which turns of a user began that lasted beyond it, in
    games that run: also in live ones, which may go on by correspondence."""
    at, found = milliseconds(since), set()
    seats = Seat.objects.filter(
        user_id=user_id,
        ended_at=None,
        left_by=LeftBy.NONE,
        table__status=Status.RUNNING,
        table__started_at__lt=since,
        table__sleepless=False,
    )
    for table_id, number in seats.order_by("table").values_list("table", "number"):
        table = snapshot_cache.load(table_id)
        if table is None or not table.control.timed:
            continue
        entries = [(logged.entry, milliseconds(logged.at)) for logged in table.log]
        turns = hours.turns(table.engine, table.setup, entries, number)
        found |= {begun for begun, end in turns if begun < at and (end is None or end > at)}
    return found


def changed(user_id: int) -> None:
    """Write a user's changed hours of sleep into the seats. The boards of these tables show them
    after the commit. The tables and the user are locked."""
    for table in _tables(user_id).filter(status=Status.RUNNING).order_by("pk"):
        assert table.started_at is not None
        times = sleepers([user_id], table.started_at).get(user_id, "")
        seats = Seat.objects.filter(table=table, user_id=user_id).exclude(sleeps=times)
        if seats.update(sleeps=times):
            Table.objects.filter(pk=table.pk).update(version=F("version") + 1)
            _deliver(table.pk, table.version + 1)


def _deliver(table_id: str, version: int) -> None:
    transaction.on_commit(lambda: delivery.deliver(table_id, version), robust=True)
