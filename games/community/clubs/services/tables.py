"""The tables of clubs."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from games.community.clubs.models import Club, ClubTable
from games.ratings.services import records
from games.tables import services as tables
from games.tables.errors import NotPossible
from games.tables.models import Table


def add_table(*, table_id: str, slug: str) -> None:
    """Store that a table belongs to a club. Raises TableError if the club has closed or become
    private meanwhile."""
    club = Club.objects.select_for_update(no_key=True).filter(slug=slug, closed_at=None).first()
    public = Table.objects.filter(pk=table_id, private=False).exists()
    if club is None or (club.private and public):
        raise NotPossible(_("The club has just changed. Try again."))
    ClubTable.objects.get_or_create(table_id=table_id, defaults={"club": club})


@transaction.atomic
def hide_tables(club: Club) -> None:
    """Hide all tables of a club that has become private. They stay hidden if it becomes public
    again: they were played among its members."""
    rows = ClubTable.objects.filter(club=club, table__private=False)
    shown = list(rows.order_by("table").values_list("table", flat=True))
    for table_id in shown:
        records.forget(table_id)  # what players have played in public is counted anew
    tables.hide(shown)
