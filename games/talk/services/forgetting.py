"""Lines are forgotten some time after the end of their table, and with their author's account."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.talk.models import Line

KEPT = timedelta(days=90)


def forget(*, now: datetime, after: timedelta = KEPT, limit: int = 5000) -> int:
    """Delete lines of tables that ended so long ago; return their number."""
    old = Line.objects.filter(table__ended_at__lt=now - after).order_by("pk")
    return Line.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:limit])).delete()[0]


def forget_user(user_id: int) -> None:
    """Delete the lines of a user, whose account is closing."""
    Line.objects.filter(user=user_id).delete()
