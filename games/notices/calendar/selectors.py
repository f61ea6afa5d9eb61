"""Queries for calendars and deadlines, without cards."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from accounts.models import User
from games.notices.calendar.models import Calendar
from games.notices.selectors import BY_CORRESPONDENCE, TO_ACT
from games.registry import engines
from games.tables.models import Seat, Table
from games.tables.state import current_turn


def new() -> str:
    """Return a token of 32 random bytes."""
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """Return the hash of a token, without salt: the token is random."""
    return hashlib.sha256(token.encode()).hexdigest()


MOST = 200  # deadlines in a calendar


@dataclass(frozen=True, slots=True)
class Deadline:
    """A turn by correspondence that waits for the user. `begun` and `mark` identify it, `mark` also
    after a restored backup (games.tables.state.current_turn)."""

    table: Table
    seat: int
    begun: int
    mark: str
    at: datetime
    others: tuple[str, ...]


def calendar_of(token: str) -> Calendar | None:
    """Return the calendar of a token; None without one, or if its owner's account is closed."""
    found = Calendar.objects.filter(token_hash=hashed(token), user__is_active=True)
    return found.select_related("user").first()


def deadlines(user: User, now: datetime) -> list[Deadline]:
    """Return the turns that wait for a user, nearest deadline first. Two queries."""
    mine = Seat.objects.filter(TO_ACT, BY_CORRESPONDENCE, user=user, table__flag_at__gt=now)
    seats = (
        mine.filter(table__game__in=engines().keys())
        .annotate(begun=current_turn.number(), mark=current_turn.mark())
        .select_related("table")
        .order_by(F("table__flag_at"), "table_id")[:MOST]
    )
    rows = [(seat.table, seat.number, seat.begun, seat.mark) for seat in seats]
    names: dict[str, list[str]] = {}
    for seat in (
        Seat.objects.filter(table__in=[table for table, *_ in rows])
        .exclude(user=user)
        .select_related("user", "table")
        .order_by("number")
    ):
        names.setdefault(seat.table_id, []).append(seat.name)
    return [
        Deadline(table, seat, begun, mark, table.flag_at, tuple(names.get(table.pk, ())))
        for table, seat, begun, mark in rows
        if table.flag_at is not None
    ]
