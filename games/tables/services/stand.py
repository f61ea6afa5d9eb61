"""Standing up from a table that waits for players."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.tables import access
from games.tables.errors import Over
from games.tables.models import EndedBy, Seat, Status, Table
from games.tables.services.close import close
from games.tables.services.seat_changes import changed


@transaction.atomic
def stand(*, table_id: str, user: User, now: datetime) -> None:
    """Leave a seat before the start. The next player becomes host; a table without players closes.
    Who does not sit there, or not any more, changes nothing. Raises Over."""
    table = access.lock(table_id)
    if table.ended_by == EndedBy.CLOSED:
        return
    if table.status == Status.ENDED:
        raise Over
    if table.status == Status.RUNNING:
        raise Over(_("The game has begun. You can resign instead."))
    leave_seat(table, user.id, now)


def leave_seat(table: Table, user_id: int, now: datetime) -> None:
    """Free the seat of a user at a table that waits, whose row is locked."""
    gone, _rows = Seat.objects.filter(table=table, user=user_id).delete()
    if not gone:
        return
    others = list(table.seats.filter(user__isnull=False).order_by("number"))
    if not others:
        close(table, now)
        return
    if table.creator_id == user_id and others[0].user_id is not None:
        table.creator_id, table.request_key = others[0].user_id, ""
        table.save(update_fields=["creator", "request_key"])
    changed(table, now)
