"""Hiding tables whose circle has become private."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.db.models import F

from games.tables.live import broadcast
from games.tables.models import Seat, Table


@transaction.atomic
def hide(table_ids: Collection[str]) -> None:
    """Take tables out of all public lists, and show them to members of their circle alone."""
    shown = list(
        Table.objects.select_for_update(no_key=True)
        .filter(pk__in=table_ids, private=False)
        .order_by("pk")
        .values_list("pk", flat=True)
    )
    Table.objects.filter(pk__in=shown).update(private=True, version=F("version") + 1)
    Seat.objects.filter(table__in=shown).update(listed="")
    versions = list(Table.objects.filter(pk__in=shown).values_list("pk", "version"))

    def show() -> None:
        for table_id, version in versions:
            broadcast.notify_table(table_id, version)

    transaction.on_commit(show, robust=True)
    transaction.on_commit(broadcast.notify_lobby, robust=True)
