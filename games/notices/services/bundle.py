"""Mails that wait for others: whoever has many games gets one mail about turns that come within a
minute, and not one each."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.notices.models import Kind, Notice, Where
from games.notices.selectors import BY_CORRESPONDENCE, TO_ACT
from games.tables.models import Seat

WAIT = timedelta(seconds=30)  # for another one, from the newest on …
MOST = timedelta(minutes=1)  # … but so long at most


def due_at(kind: Kind, where: Where, at: datetime, now: datetime) -> datetime:
    """Return the moment from which to tell now of what happened `at`."""
    return max(now, at + WAIT) if is_bundled(kind, where) else now


def is_bundled(kind: str, where: str) -> bool:
    """Return whether such notices go out together, though each for itself is due at once."""
    return where == Where.MAIL and kind == Kind.TURN


def waits(first: Notice, now: datetime) -> bool:
    """Return whether a notice that is due, the first of its mail, waits for others: another turn
    has just come, which is told soon."""
    if not is_bundled(first.kind, first.where) or first.tries or first.due_at <= now - MOST:
        return False
    mine = Seat.objects.filter(TO_ACT, BY_CORRESPONDENCE, user=first.user_id)
    return mine.filter(table__changed_at__gt=now - WAIT).exists()
