"""Names of players at tables that have not ended."""

from __future__ import annotations

from django.db import transaction

from games.tables import access
from games.tables.live import broadcast
from games.tables.models import Seat, Status, Table


def show_name(*, user_id: int) -> None:
    """Have the boards of a user's open and running tables show the name that the user has now. Safe
    to repeat."""
    seats = Seat.objects.filter(user=user_id, table__status__in=[Status.OPEN, Status.RUNNING])
    for table_id in seats.values_list("table", flat=True).order_by("table"):
        _show(table_id)


@transaction.atomic
def _show(table_id: str) -> None:
    table = access.lock(table_id)
    if table.status != Status.ENDED:
        Table.objects.filter(pk=table_id).update(version=table.version + 1)
        transaction.on_commit(lambda: broadcast.ring(table_id, table.version + 1), robust=True)
