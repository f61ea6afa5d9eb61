"""Marking a table as rated."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.tables import access
from games.tables.live import broadcast
from games.tables.models import Status, Table


@transaction.atomic
def mark_rated(*, table_id: str, now: datetime) -> None:
    """Note that the ratings include the table (or exclude it, or have changed), and tell open
    boards. Safe to repeat."""
    table = access.lock(table_id)
    if table.status == Status.ENDED:
        Table.objects.filter(pk=table_id).update(
            rating_due=False, version=table.version + 1, changed_at=now
        )
        transaction.on_commit(
            lambda: broadcast.notify_table(table_id, table.version + 1), robust=True
        )
