"""Endings that are not rules."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.tables import access
from games.tables.errors import NotPossible, Over
from games.tables.models import EndedBy, Seat, Status
from games.tables.positions import Snapshot
from games.tables.services.log import end, started
from games.tables.services.seating import stand


@transaction.atomic
def resign(*, table_id: str, user_id: int | None, now: datetime, stamp: str | None = None) -> Snapshot:
    """Give the game up: of two seats the other wins."""
    seat = access.lock_seat(table_id, user_id, stamp)
    before = started(seat.table_id, seat.status, seat.version)
    if before.status == Status.ENDED:
        raise Over
    if len(before.players) != 2:
        raise NotPossible(_("With more than two players a game is not given up alone."))
    places = tuple(2 if player.number == seat.number else 1 for player in before.players)
    return end(before, EndedBy.RESIGN, (None, None), places, now)


def release_seats(*, user: User, now: datetime) -> None:
    """A closed account leaves its tables: it stands up from open ones and resigns running ones."""
    for seat in Seat.objects.filter(user=user).exclude(table__status=Status.ENDED).select_related("table"):
        if seat.table.status == Status.OPEN:
            stand(table_id=seat.table_id, user=user, now=now)
        else:
            _resign_for(seat.table_id, user.id, now)


@transaction.atomic
def _resign_for(table_id: str, user_id: int, now: datetime) -> Snapshot:
    table = access.lock(table_id)
    before = started(table.id, table.status, table.version)
    if before.status == Status.ENDED or len(before.players) != 2:
        return before
    places = tuple(2 if player.user_id == user_id else 1 for player in before.players)
    return end(before, EndedBy.RESIGN, (None, None), places, now)
