"""Changed names of players on their boards."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F

from games.tables import access
from games.tables.live import broadcast
from games.tables.models import Seat, Status, Table


def show_name(*, user_id: int) -> None:
    """Show a user's present name on the boards of the user's tables. Safe to repeat."""
    live = [Status.OPEN, Status.RUNNING]
    seats = Seat.objects.filter(user=user_id, ended_at=None, table__status__in=live)
    for table_id in seats.values_list("table", flat=True).order_by("table"):
        _show(table_id)
    # Who looks at one of these sees it as soon as the process asks for versions again.
    ended = Table.objects.filter(seats__user=user_id, status=Status.ENDED)
    ended.update(version=F("version") + 1)


@transaction.atomic
def _show(table_id: str) -> None:
    table = access.lock(table_id)
    if table.status != Status.ENDED:
        Table.objects.filter(pk=table_id).update(version=table.version + 1)
        transaction.on_commit(
            lambda: broadcast.notify_table(table_id, table.version + 1), robust=True
        )
