"""Locking the running table at which a player acts."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.sessions import Stamp
from games.tables import access
from games.tables.errors import Over
from games.tables.models import Status
from games.tables.services.log import started
from games.tables.state.snapshot import Snapshot


def lock_running(
    table_id: str, user_id: int | None, now: datetime, stamp: Stamp | None
) -> tuple[Snapshot, int]:
    """Return the running table, locked, and the number of the user's seat, which has not left.
    Raises TableError."""
    seat = access.lock_seat(table_id, user_id, stamp)
    before = started(seat.table_id, seat.status, seat.version, now)
    if before.status == Status.ENDED:
        raise Over
    if before.players[seat.number].gone:
        raise Over(_("You have left this game. A bot plays for you."))
    return before, seat.number
