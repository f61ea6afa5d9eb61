"""Expiry of lines: some time after the end of the table, and with the author's account."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.services.removal import remove
from games.community.talk.models import Line

KEPT = timedelta(days=90)


def forget(*, now: datetime, after: timedelta = KEPT, limit: int = 5000) -> int:
    """Delete lines of tables that ended longer ago than that; return their number."""
    return remove(Line.objects.filter(table__ended_at__lt=now - after), limit)


def forget_user(user_id: int) -> None:
    """Delete the lines of a user whose account is closing."""
    Line.objects.filter(user=user_id).delete()
