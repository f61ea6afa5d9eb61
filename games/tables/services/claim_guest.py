"""Passing a guest's seat to that person's account."""

from __future__ import annotations

from django.db import transaction

from accounts.models import User
from games.tables import access
from games.tables.live import broadcast
from games.tables.models import Seat, Status, Table


@transaction.atomic
def hand_over(*, table_id: str, guest: User, to: User) -> bool:
    """Give a guest's seat to an account; return whether it was given. It does not before the table
    has ended, where both sit, nor at a deal of the day, which everybody plays once."""
    table = access.lock(table_id)
    if table.status != Status.ENDED or table.deal:
        return False
    if Seat.objects.filter(table=table, user=to).exists():
        return False
    if not Seat.objects.filter(table=table, user=guest).update(user=to):
        return False
    facts = {"creator": to, "request_key": ""} if table.creator_id == guest.pk else {}
    version = table.version + 1
    Table.objects.filter(pk=table.pk).update(version=version, **facts)
    transaction.on_commit(lambda: broadcast.notify_table(table_id, version), robust=True)
    return True
