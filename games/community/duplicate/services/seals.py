"""Close sets of deals, and open their seals when the last table has ended."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games.community.duplicate.models import DealSet, DealtTable
from games.ratings import services as ratings
from games.registry import engines
from games.sweep import sweep
from games.tables import services as tables
from games.tables.models import Status


@transaction.atomic
def close(*, deals: DealSet, now: datetime) -> None:
    """Admit no more tables to a set. Idempotent."""
    DealSet.objects.filter(pk=deals.pk, closed_at=None).update(closed_at=now)


@transaction.atomic
def open_seal(*, deals: DealSet, now: datetime) -> bool:
    """Open the seal of all tables of a closed set if all have ended; return whether this call
    opened it. Then the secret is public, and the tables are like any that have ended."""
    held = DealSet.objects.select_for_update(no_key=True).get(pk=deals.pk)
    if held.opened_at is not None or held.closed_at is None:
        return False
    rows = dict(held.tables.values_list("table", "private"))
    if not tables.unseal(tables=rows, now=now):
        return False
    for table_id, private in rows.items():
        if not private:
            ratings.forget_records(table_id)  # it was counted as a private one
    DealSet.objects.filter(pk=held.pk).update(opened_at=now)
    return True


def due_seals(*, now: datetime) -> QuerySet[DealSet]:
    """Return the sealed sets that are closed and whose tables have all ended."""
    running = DealtTable.objects.filter(deal_set=OuterRef("pk")).exclude(table__status=Status.ENDED)
    sealed = DealSet.objects.filter(closed_at__isnull=False, opened_at=None)
    return sealed.filter(~Exists(running), game__in=list(engines()))


def open_due_seals(*, now: datetime) -> int:
    """Open all seals that are due; return their number."""
    return sweep(
        list(due_seals(now=now)),
        lambda deals: open_seal(deals=deals, now=now),
        limit=200,
        what="A seal could not be opened",
    )
