"""Starting a table before all of its seats are taken."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.registry import engines
from games.tables import access
from games.tables.errors import NotPossible, NotYourSeat
from games.tables.models import Status
from games.tables.services.seat_changes import changed, over


@transaction.atomic
def start(*, table_id: str, user: User, now: datetime) -> None:
    """Start with fewer players than asked, as the host may. The free seats are removed, and the
    others are numbered anew. Raises TableError."""
    table = access.lock(table_id)
    if table.status == Status.RUNNING:
        return
    if table.status == Status.ENDED:
        raise over(table)
    if table.creator_id != user.id:
        raise NotYourSeat(_("Only the host can start before the table is full."))
    seats = list(table.seats.order_by("number"))
    least = engines()[table.game].seats.start
    if len(seats) < least:
        raise NotPossible(_("This game needs %(count)s players.") % {"count": least})
    # In rising order, so that no two seats have the same number meanwhile.
    for number, seat in enumerate(seats):
        if seat.number != number:
            seat.number = number
            seat.save(update_fields=["number"])
    table.seat_count = len(seats)
    table.rated = table.rated and table.seat_count > 1
    table.save(update_fields=["seat_count", "rated"])
    changed(table, now, start=True)
