"""The only writers of ratings. `now` is passed in; a transaction for each table, or for each ladder that is reckoned anew.

Every table is rated once, in the order (ended_at, id), whatever becomes of the tasks: the changes, the ratings and the end
of `rating_due` are committed together, one ladder is rated by one transaction at a time, and a table that comes after its
turn makes all that follow it be rated again.
"""

from __future__ import annotations

import logging
from datetime import datetime
from typing import Any
from zlib import crc32

from django.db import InterfaceError, OperationalError, connection, transaction
from django.utils.translation import gettext as _

from games.ratings import finishes, reckoning
from games.ratings.finishes import Moment
from games.ratings.models import Ladder, RatingChange
from games.ratings.reckoning import Difference, Reckoning
from games.registry import engines
from games.tables import access
from games.tables import services as tables
from games.tables.errors import NotPossible
from games.tables.models import Status, Table

log = logging.getLogger(__name__)

LOCKS = 0x52617465  # a range of PostgreSQL's advisory locks: "Rate"


def rate_due(*, now: datetime, limit: int = 500) -> int:
    """Rate what has ended, the earliest first; how many tables were dealt with. One that fails stays due and holds up nobody."""
    due = Table.objects.filter(rating_due=True, game__in=list(engines())).order_by("ended_at", "pk")
    done = 0
    for table_id in list(due.values_list("pk", flat=True)[:limit]):
        try:
            done += _rate(table_id, now)
        except (OperationalError, InterfaceError):
            raise  # the database is away or busy: so it will be for the next one
        except Exception:
            log.exception("A table could not be rated. It stays due.")
    return done


@transaction.atomic
def _rate(table_id: str, now: datetime) -> bool:
    table = Table.objects.get(pk=table_id)
    ladder = finishes.ladder_of(table.seat_count, table.bots)
    _lock(table.game, ladder)
    if table.ended_at is None or not Table.objects.filter(pk=table_id, rating_due=True).exists():
        return False
    _reckon(table.game, ladder, (table.ended_at, table.id), now)
    return True


@transaction.atomic
def annul(*, table_id: str, annulled: bool = True, now: datetime) -> list[Difference]:
    """Leave a table out of the ratings, or take it in again, and rate what follows it anew; what has become different.
    Raises NoSuchTable, NotPossible."""
    table = access.find(table_id)
    if table.status != Status.ENDED or table.ended_at is None or not table.rated:
        raise NotPossible(_("Only a rated game that has ended can be annulled."))
    ladder = finishes.ladder_of(table.seat_count, table.bots)
    _lock(table.game, ladder)
    Table.objects.filter(pk=table.id).update(annulled=annulled, rating_due=True)
    return _reckon(table.game, ladder, (table.ended_at, table.id), now)


def rerate(*, game: str | None = None, now: datetime) -> list[Difference]:
    """Reckon all ladders (of one game) from the beginning; what has become different, which is nothing if all was well."""
    found = []
    for slug in engines() if game is None else [game]:
        for ladder in Ladder:
            with transaction.atomic():
                _lock(slug, ladder)
                found += _reckon(slug, ladder, None, now)
    return found


def _lock(game: str, ladder: Ladder) -> None:
    """Until the transaction ends nobody else rates this ladder. SQLite has but one writer as it is."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [LOCKS, crc32(f"{game} {ladder}".encode()) - 2**31])


def _reckon(game: str, ladder: Ladder, start: Moment | None, now: datetime) -> list[Difference]:
    play = Reckoning(game, ladder, start)
    play.play(_moments(game, ladder, start))
    for table_id in sorted(play.touched):
        tables.rated(table_id=table_id, now=now)
    return play.save()


def _moments(game: str, ladder: Ladder, start: Moment | None) -> set[Moment]:
    """The tables to be played: one, unless others after it are rated already."""
    changes: Any = RatingChange.objects.filter(game=game, ladder=ladder)
    due: Any = finishes.tables(game, ladder).filter(rating_due=True)
    if start is None:
        counting: Any = finishes.counting(game, ladder)
        return {*changes.values_list("at", "table_id"), *due.values_list("ended_at", "pk"), *counting.values_list("ended_at", "pk")}
    later = set(changes.filter(reckoning.since(start)).values_list("at", "table_id"))
    if later:
        later |= {moment for moment in due.filter(ended_at__gte=start[0]).values_list("ended_at", "pk") if moment > start}
    return {start, *later}
