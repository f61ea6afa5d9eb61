"""The tables of clubs."""

from __future__ import annotations

from games.community.clubs.models import Club, ClubTable
from games.ratings.services import records
from games.tables import services as tables


def add_table(*, table_id: str, slug: str) -> None:
    """Store that a table belongs to a club."""
    club = Club.objects.get(slug=slug, closed_at=None)
    ClubTable.objects.get_or_create(table_id=table_id, defaults={"club": club})


def hide_tables(club: Club) -> None:
    """Hide all tables of a club that has become private. Those of one that becomes public stay
    hidden: they were played among its members."""
    rows = ClubTable.objects.filter(club=club, table__private=False)
    shown = list(rows.order_by("table").values_list("table", flat=True))
    for table_id in shown:
        records.forget(table_id)  # what players have played in public is counted anew
    tables.hide(shown)
