"""Parts of a stored log."""

from __future__ import annotations

from datetime import datetime

from games.kernel.replay import Entry
from games.tables.models import Action

At = tuple[Entry, datetime]


def entries(table_id: str, first: int, behind: int) -> list[At]:
    """Return the entries from ply `first` to before ply `behind`, each with its moment. At most one
    query."""
    if first >= behind:
        return []
    rows = (
        Action.objects.filter(table_id=table_id, ply__gte=first, ply__lt=behind)
        .order_by("ply")
        .values_list("seat", "code", "at")
    )
    return [(Entry(seat, code), at) for seat, code, at in rows]
