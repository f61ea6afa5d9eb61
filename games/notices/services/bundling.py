"""Mails that wait for others: whoever has many games gets one mail about turns that come within a
minute, or games that end so, and not one each."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.notices.models import Kind, Notice, Where
from games.notices.selectors import BY_CORRESPONDENCE, TO_ACT
from games.tables.models import Seat

WAIT = timedelta(seconds=30)  # for another one, from the newest on …
MOST = timedelta(minutes=1)  # … but so long at most
KINDS = (Kind.TURN, Kind.OVER)


def due_at(kind: Kind, where: Where, at: datetime, now: datetime) -> datetime:
    """Return the moment from which to tell now of what happened `at`."""
    return max(now, at + WAIT) if is_bundled(kind, where) else now


def is_bundled(kind: str, where: str) -> bool:
    """Return whether such notices go out together, though each for itself is due at once."""
    return where == Where.MAIL and kind in KINDS


def waits(first: Notice, now: datetime) -> bool:
    """Return whether a notice that is due, the first of its mail, waits for others: something like
    it has just happened, which is told soon."""
    if not is_bundled(first.kind, first.where) or first.tries or first.due_at <= now - MOST:
        return False
    mine, since = Seat.objects.filter(BY_CORRESPONDENCE, user=first.user_id), now - WAIT
    if first.kind == Kind.TURN:
        return mine.filter(TO_ACT, table__changed_at__gt=since).exists()
    return mine.filter(ended_at__gt=since).exists()
