"""One ladder, locked and recomputed from a table on."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zlib import crc32

from django.db import connection, transaction

from games.ratings import rated_results
from games.ratings.models import Ladder, RatingChange
from games.ratings.rated_results import Moment
from games.ratings.services import recalculation
from games.ratings.services.eligibility import settle
from games.ratings.services.recalculation import Difference, Recalculation
from games.tables import services as tables

LOCKS = 0x52617465  # a class of PostgreSQL's advisory locks: "Rate"


def lock(game: str, ladder: Ladder) -> None:
    """Lock a ladder until the transaction ends. SQLite has a single writer."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_advisory_xact_lock(%s, %s)",
                [LOCKS, crc32(f"{game} {ladder}".encode()) - 2**31],
            )


def recompute(game: str, ladder: Ladder, start: Moment | None, now: datetime) -> list[Difference]:
    """Recompute a locked ladder from a table on, or from the first; return the differences."""
    play = Recalculation(game, ladder, start)
    play.play(_moments(game, ladder, start))
    for table_id in sorted(play.touched):
        tables.mark_rated(table_id=table_id, now=now)
    if play.shared:
        transaction.on_commit(lambda: settle(now=now, users=play.shared), robust=True)
    return play.save(now)


def _moments(game: str, ladder: Ladder, start: Moment | None) -> set[Moment]:
    """Return the tables to replay: one, unless later ones are rated already."""
    changes: Any = RatingChange.objects.filter(game=game, ladder=ladder)
    due: Any = rated_results.tables(game, ladder).filter(rating_due=True)
    if start is None:
        counting: Any = rated_results.counting(game, ladder)
        return {
            *changes.values_list("at", "table_id"),
            *due.values_list("ended_at", "pk"),
            *counting.values_list("ended_at", "pk"),
        }
    later = set(changes.filter(recalculation.since(start)).values_list("at", "table_id"))
    if later:
        later |= {
            moment
            for moment in due.filter(ended_at__gte=start[0]).values_list("ended_at", "pk")
            if moment > start
        }
    return {start, *later}
