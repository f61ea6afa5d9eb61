"""Idle games: games without a clock in which nobody acts and at most one user with an account
waits. They are broken off after some time: games of guests against bots, which nobody else
misses, after a shorter one than the others.

The players are warned first, by a date on the table (`breaks_off_at`) that boards, lists and mails
show. Any move removes the date. A game without the date is never broken off, even if the periodic
task has not run for a long time.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Count, Q, QuerySet

from games.kernel import clock
from games.registry import engines
from games.sweep import sweep
from games.tables import access
from games.tables.models import LeftBy, Status, Table
from games.tables.services.commit import committed
from games.tables.services.finish import break_off
from games.tables.state import snapshot_cache

# Guests against bots: no account has a seat, also none that is closed.
_OF_GUESTS = Q(accounts=0, bots__gt=0)


def _running() -> QuerySet[Any]:
    """Return the games that may become idle, with the number of seats of users with accounts, and
    of those among them who still play."""
    accounts = Q(seats__user__is_guest=False)
    return Table.objects.filter(
        status=Status.RUNNING, time_control=clock.UNTIMED.name, game__in=engines().keys()
    ).annotate(
        accounts=Count("seats", filter=accounts),
        members=Count("seats", filter=accounts & Q(seats__left_by=LeftBy.NONE)),
    )


def _idle(since: datetime, guests: bool) -> QuerySet[Table]:
    """Return the games without a move since then in which at most one user with an account still
    plays; of these, if `guests`, those of guests against bots."""
    still = _running().filter(members__lt=2, changed_at__lte=since)
    # A bot that is late is the site's fault.
    return still.filter(_OF_GUESTS, bot_at=None) if guests else still


def warn_idle(
    *, now: datetime, after: timedelta, word: timedelta, guests: bool = False, limit: int = 200
) -> int:
    """Set the date, `word` from now, for games without a move for `after` minus `word`; return the
    number of games."""
    due = (
        _idle(now - (after - word), guests)
        .filter(breaks_off_at=None)
        .order_by("changed_at")
        .values_list("pk", flat=True)
    )
    return sweep(
        list(due),
        lambda table_id: _set(table_id, None, now + word, now - (after - word)),
        limit=limit,
        what="An idle game could not be dated",
    )


def end_idle(*, now: datetime, after: timedelta, guests: bool = False, limit: int = 200) -> int:
    """Break off the games whose date has come, if still nobody has acted; return the number of
    games."""
    dated = Table.objects.filter(
        breaks_off_at__lte=now, status=Status.RUNNING, game__in=engines().keys()
    )
    # The dates of guests' games are earlier: those who look for the others leave them alone.
    of_guests = Q(pk__in=_running().filter(_OF_GUESTS).values("pk"))
    due = dated.filter(of_guests if guests else ~of_guests | Q(changed_at__lte=now - after))
    return sweep(
        list(due.order_by("breaks_off_at").values_list("pk", flat=True)),
        lambda table_id: _end(table_id, now, after, guests),
        limit=limit,
        what="An idle game could not be broken off",
    )


@transaction.atomic
def _set(
    table_id: str, before: datetime | None, at: datetime | None, since: datetime | None = None
) -> bool:
    """Set or remove the date of a table, unless a player has acted since; return whether it was
    changed."""
    table = access.lock(table_id)
    if (
        table.status != Status.RUNNING
        or table.breaks_off_at != before
        or (since is not None and table.changed_at > since)
    ):
        return False
    snapshot = snapshot_cache.locked(table.id, table.version)
    Table.objects.filter(pk=table.id).update(breaks_off_at=at, version=table.version + 1)
    committed(replace(snapshot, breaks_off_at=at, version=table.version + 1), snapshot)
    return True


@transaction.atomic
def _end(table_id: str, now: datetime, after: timedelta, guests: bool) -> bool:
    table = access.lock(table_id)
    if table.status != Status.RUNNING or table.breaks_off_at is None or table.breaks_off_at > now:
        return False
    # The game may be idle no longer, for example because a guest has made an account.
    if not _idle(now - after, guests).filter(pk=table_id).exists():
        _set(table_id, table.breaks_off_at, None)
        return False
    break_off(snapshot_cache.locked(table.id, table.version), now)
    return True
