"""Mails that wait for others: whoever has many games gets one mail about turns that come within a
minute, and not one each. Whoever has one game, or is to move in all, waits for nothing."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Q

from games.notices.models import Kind, Notice, Where
from games.notices.selectors import BY_CORRESPONDENCE, PLAYS, TO_ACT
from games.tables.models import Seat

WAIT = timedelta(seconds=30)  # from the newest turn on: it is told after 20 (scan.CALM)
TOGETHER = timedelta(minutes=1)  # from the first turn on, while another one may come


def due_at(kind: Kind, where: Where, at: datetime, now: datetime) -> datetime:
    """Return the moment from which to tell now of what happened `at`."""
    return max(now, at + WAIT) if is_bundled(kind, where) else now


def is_bundled(kind: str, where: str) -> bool:
    """Return whether such notices go out together, though each for itself is due at once."""
    return where == Where.MAIL and kind == Kind.TURN


def waits(first: Notice, now: datetime) -> bool:
    """Return whether a notice that is due, the first of its mail, waits for others: another turn
    may come, or has just come and is told soon."""
    if not is_bundled(first.kind, first.where) or first.tries or first.due_at <= now - TOGETHER:
        return False
    waited_for = TO_ACT & Q(table__changed_at__gt=now - WAIT)
    if first.table.changed_at > now - TOGETHER:
        waited_for |= ~TO_ACT
    mine = Seat.objects.filter(PLAYS, BY_CORRESPONDENCE, user=first.user_id)
    return mine.filter(waited_for).exists()
