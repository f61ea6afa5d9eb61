"""Copies of a table's end in its seats, for lists of one player."""

from __future__ import annotations

from django.db.models import Case, F, OuterRef, Q, Subquery, Value, When

from games.tables.models import EndedBy, Seat, Status, Table


def copy_ends(*, limit: int = 5_000) -> int:
    """Copy to seats that their tables have ended, where that is missing: a process of an earlier
    release may have ended some while the site was brought up to date. Return their number."""
    missing = Seat.objects.filter(
        ended_at=None, table__status=Status.ENDED, table__ended_at__isnull=False
    )
    table = Table.objects.filter(pk=OuterRef("table"))
    hidden = Q(private=True) | Q(ended_by__in=(EndedBy.ABORT, EndedBy.CLOSED))
    listed = Case(When(hidden, then=Value("")), default=F("game"))
    return Seat.objects.filter(pk__in=list(missing.values_list("pk", flat=True)[:limit])).update(
        ended_at=Subquery(table.values("ended_at")),
        listed=Subquery(table.annotate(listed=listed).values("listed")),
    )
