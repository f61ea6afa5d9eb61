"""Resigning, and leaving all tables when an account is closed."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from accounts.models import User
from accounts.sessions import Stamp
from games.registry import engines
from games.tables import access
from games.tables.models import Invitation, LeftBy, Seat, Status
from games.tables.services import hours
from games.tables.services.commit import published
from games.tables.services.flag import after_flags
from games.tables.services.leave import leave
from games.tables.services.lock_running import lock_running
from games.tables.services.log import started
from games.tables.services.stand import stand
from games.tables.state.snapshot import Snapshot


@published
@after_flags
@transaction.atomic
def resign(
    *, table_id: str, user_id: int | None, now: datetime, stamp: Stamp | None = None
) -> Snapshot:
    """Give the game up: with two seats the other one wins, with more the others continue. It may be
    a walk-out. Raises TableError."""
    before, seat = lock_running(table_id, user_id, now, stamp)
    return leave(before, (seat,), LeftBy.RESIGN, now)


def release_seats(*, user: User, now: datetime) -> None:
    """Remove a closed account from its tables: it stands up from open ones, resigns running ones,
    and loses its invitations. The user's hours are deleted."""
    hours.forget(user.pk)
    Invitation.objects.filter(user=user).delete()
    for seat in (
        Seat.objects.filter(user=user, ended_at=None, table__game__in=engines().keys())
        .exclude(table__status=Status.ENDED)
        .select_related("table")
    ):
        if seat.table.status == Status.OPEN:
            stand(table_id=seat.table_id, user=user, now=now)
        else:
            _resign_for(table_id=seat.table_id, user_id=user.id, now=now)


@after_flags
@transaction.atomic
def _resign_for(*, table_id: str, user_id: int, now: datetime) -> None:
    table = access.lock(table_id)
    before = started(table.id, table.status, table.version, now)
    player = before.player(user_id)
    if before.status == Status.RUNNING and player is not None and not player.gone:
        leave(before, (player.number,), LeftBy.RESIGN, now)
