"""Rating of ended tables, each in a transaction of its own.

Every table is rated once, in the order (ended_at, id): changes, ratings and the end of `rating_due`
are committed together, a lock on the ladder serialises them, and after a late table all that follow
are rated again.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.ratings import rated_results
from games.ratings.models import Ladder
from games.ratings.services import records
from games.ratings.services.ladders import lock, recompute
from games.ratings.services.recalculation import Difference
from games.registry import engines
from games.sweep import sweep
from games.tables import access
from games.tables.errors import NotPossible
from games.tables.models import Status, Table


def rate_due(*, now: datetime, limit: int = 500) -> int:
    """Rate the ended tables, earliest first, and return their number."""
    return sweep(
        list(due_tables(now=now).order_by("ended_at", "pk").values_list("pk", flat=True)),
        lambda table_id: _rate(table_id, now),
        limit=limit,
        what="A table could not be rated",
    )


def due_tables(*, now: datetime) -> QuerySet[Table]:
    """Return the ended tables not yet rated."""
    return Table.objects.filter(rating_due=True, game__in=list(engines()))


@transaction.atomic
def _rate(table_id: str, now: datetime) -> bool:
    table = Table.objects.get(pk=table_id)
    ladder = rated_results.ladder_of(table.seat_count, table.bots, table.programs)
    lock(table.game, ladder)
    if table.ended_at is None or not Table.objects.filter(pk=table_id, rating_due=True).exists():
        return False
    recompute(table.game, ladder, (table.ended_at, table.id), now)
    return True


@transaction.atomic
def annul(*, table_id: str, annulled: bool = True, now: datetime) -> list[Difference]:
    """Annul a table, or undo that, and rerate what follows; return the differences. Raises
    NoSuchTable, NotPossible."""
    table = access.find(table_id)
    if table.status != Status.ENDED or table.ended_at is None or not table.rated:
        raise NotPossible(_("Only a rated game that has ended can be annulled."))
    ladder = rated_results.ladder_of(table.seat_count, table.bots, table.programs)
    lock(table.game, ladder)
    records.forget(table.id)
    Table.objects.filter(pk=table.id).update(annulled=annulled, rating_due=True)
    return recompute(table.game, ladder, (table.ended_at, table.id), now)


def rerate(*, game: str | None = None, now: datetime) -> list[Difference]:
    """Recompute all ladders (of one game), and return the differences."""
    found = []
    for slug in engines() if game is None else [game]:
        for ladder in Ladder:
            with transaction.atomic():
                lock(slug, ladder)
                found += recompute(slug, ladder, None, now)
    return found
