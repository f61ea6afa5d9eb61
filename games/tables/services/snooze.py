"""Hiding a table that waits for its player: out of the player's own list for a while. Nobody else
sees anything of it, and no clock stands."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q

from games.tables.live import broadcast
from games.tables.models import Seat, Status

HIDDEN_FOR = timedelta(hours=1)


def hide_table(*, table_id: str, user_id: int, now: datetime) -> bool:
    """Hide a running table from its player's list for an hour. Returns whether it is hidden: not if
    somebody's time is up before."""
    until = now + HIDDEN_FOR
    ends_later = Q(table__flag_at=None) | Q(table__flag_at__gt=until)
    seats = Seat.objects.filter(
        ends_later, table=table_id, user=user_id, table__status=Status.RUNNING
    )
    hidden = Seat.objects.filter(pk__in=list(seats.values_list("pk", flat=True))).update(
        hidden_until=until
    )
    _tell(user_id)
    return bool(hidden)


def show_tables(*, user_id: int) -> None:
    """Show all tables that a player has hidden."""
    Seat.objects.filter(user=user_id, ended_at=None, hidden_until__isnull=False).update(
        hidden_until=None
    )
    _tell(user_id)


def _tell(user_id: int) -> None:
    """Update the count in the player's other tabs."""
    transaction.on_commit(lambda: broadcast.notify_users([user_id]), robust=True)
