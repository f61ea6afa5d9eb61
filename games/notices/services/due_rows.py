"""Rows without which a run of a channel would find nothing: asked instead of the run, at a fraction
of its cost."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import QuerySet

from games.notices.models import Notice, State, Where
from games.notices.services import retract
from games.tables.models import Status, Table

# Turns, ends and open tables are told some seconds after a table has changed.
LATELY = timedelta(seconds=90)
# So long before a flag each run looks, in live games always: clocks run low, and who has left a
# table without a move is told. The rest has minutes: the scheduler sends a run now and then anyway.
SOON = timedelta(hours=3)


def unsettled(where: str = Where.MAIL, *, now: datetime) -> QuerySet[Notice]:
    """Return the notices of a channel that are due, or whose sender may have died."""
    states = [State.WAITING, State.SENDING]
    return Notice.objects.filter(where=where, state__in=states, due_at__lte=now)


def shown(where: str = Where.MAIL, *, now: datetime) -> QuerySet[Notice]:
    """Return the notices that places of a channel show, and that may be over."""
    return retract.shown(Where(where), now)


def changed(where: str = Where.MAIL, *, now: datetime) -> QuerySet[Table]:
    """Return the tables that wait or run and have changed of late: the run of mails finds who is to
    be told, on all channels."""
    live = Table.objects.filter(status__in=[Status.OPEN, Status.RUNNING])
    return _of_finder(where, live.filter(changed_at__gt=now - LATELY))


def ended(where: str = Where.MAIL, *, now: datetime) -> QuerySet[Table]:
    """Return the tables that have ended of late."""
    tables = Table.objects.filter(status=Status.ENDED, ended_at__gt=now - LATELY)
    return _of_finder(where, tables)


def near_flag(where: str = Where.MAIL, *, now: datetime) -> QuerySet[Table]:
    """Return the tables at which a flag may fall soon."""
    tables = Table.objects.filter(status=Status.RUNNING, flag_at__lte=now + SOON)
    return _of_finder(where, tables)


def _of_finder(where: str, tables: QuerySet[Table]) -> QuerySet[Table]:
    return tables if where == Where.MAIL else tables.none()


DUE = (unsettled, shown, changed, ended, near_flag)
