"""Separating two people of whom one has blocked the other: they wait at no table together, and no
invitation between them stays open. Running games go on."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Q

from games.tables import access
from games.tables.models import Answer, Invitation, Seat, Status, Table
from games.tables.services.events import Event, tell
from games.tables.services.seat_changes import changed
from games.tables.services.stand import leave_seat


def separate(user_id: int, other_id: int, now: datetime) -> None:
    """Separate two people at waiting tables: the host of the two stays, otherwise the other one.
    Their invitations are withdrawn.

    Somebody who sits down at the same moment holds the lock of the table until the seat is there;
    whoever comes later finds the block.
    """
    waiting = Q(status=Status.OPEN)
    seated = Q(seats__user__in=(user_id, other_id))
    asked = Q(invitations__user__in=(user_id, other_id))
    found = Table.objects.filter(waiting, seated | asked).values_list("pk", flat=True)
    for table_id in sorted(set(found)):
        _at_table(table_id, user_id, other_id, now)


@transaction.atomic
def _at_table(table_id: str, user_id: int, other_id: int, now: datetime) -> None:
    table = access.lock(table_id)
    if table.status != Status.OPEN:
        return
    both = {user_id, other_id}
    sit = set(Seat.objects.filter(table=table, user__in=both).values_list("user", flat=True))
    if sit == both:
        goes = other_id if table.creator_id == user_id else user_id
        _withdraw(table, goes, now)
        leave_seat(table, goes, now)
    elif sit:
        _withdraw(table, (both - sit).pop(), now)


def _withdraw(table: Table, user_id: int, now: datetime) -> None:
    """Withdraw a user's invitation to a table where the other one sits."""
    asked = Invitation.objects.filter(table=table, user=user_id, answer=Answer.NONE)
    if asked.update(answer=Answer.WITHDRAWN, seat=None):
        tell(Event.ANSWERED, table.id, [user_id], user_id, now)
        changed(table, now)
