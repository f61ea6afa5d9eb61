"""The only writers of ratings. `now` is passed in; a transaction for each table, or for each ladder
that is reckoned anew.

Every table is rated once, in the order (ended_at, id), whatever becomes of the tasks: the changes,
the ratings and the end of `rating_due` are committed together, one ladder is rated by one
transaction at a time, and a table that comes after its turn makes all that follow it be rated
again.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from itertools import combinations
from typing import Any
from zlib import crc32

from django.db import InterfaceError, OperationalError, connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.ratings import eligibility, finishes, reckoning
from games.ratings.finishes import Moment
from games.ratings.models import Housemates, Ladder, Meeting, RatingChange
from games.ratings.reckoning import Difference, Reckoning
from games.registry import engines
from games.tables import access
from games.tables import services as tables
from games.tables.errors import NotPossible
from games.tables.models import Status, Table

log = logging.getLogger(__name__)

LOCKS = 0x52617465  # a range of PostgreSQL's advisory locks: "Rate"


def rate_due(*, now: datetime, limit: int = 500) -> int:
    """Rate what has ended, the earliest first; how many tables were dealt with. One that fails
    stays due and holds up nobody."""
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
    """Leave a table out of the ratings, or take it in again, and rate what follows it anew; what
    has become different. Raises NoSuchTable, NotPossible."""
    table = access.find(table_id)
    if table.status != Status.ENDED or table.ended_at is None or not table.rated:
        raise NotPossible(_("Only a rated game that has ended can be annulled."))
    ladder = finishes.ladder_of(table.seat_count, table.bots)
    _lock(table.game, ladder)
    Table.objects.filter(pk=table.id).update(annulled=annulled, rating_due=True)
    return _reckon(table.game, ladder, (table.ended_at, table.id), now)


def rerate(*, game: str | None = None, now: datetime) -> list[Difference]:
    """Reckon all ladders (of one game) from the beginning; what has become different, which is
    nothing if all was well."""
    found = []
    for slug in engines() if game is None else [game]:
        for ladder in Ladder:
            with transaction.atomic():
                _lock(slug, ladder)
                found += _reckon(slug, ladder, None, now)
    return found


def proof_changed(user_id: int) -> None:
    """Rank an account that has proved to be somebody, and no longer one that has not."""
    eligibility.settle(now=timezone.now(), users=[user_id])


def vouch(*, people: Sequence[User], two: bool = True, now: datetime) -> list[Difference]:
    """The host knows these accounts for different people's (or not any more): their games count,
    and they may be ranked, though they share an address. Rate anew from their first such game on;
    what has become different. Safe to repeat."""
    pairs = [
        (first, second) for first, second in combinations(sorted({user.pk for user in people}), 2)
    ]
    with transaction.atomic():
        if two:
            Housemates.objects.bulk_create(
                [Housemates(first_id=a, second_id=b, since=now) for a, b in pairs],
                ignore_conflicts=True,
            )
        else:
            for first, second in pairs:
                Housemates.objects.filter(first=first, second=second).delete()
    ids = [user.pk for user in people]
    shared: Any = Meeting.objects.filter(shared=True, first__in=ids, second__in=ids)
    found = []
    for game, ladder in shared.order_by("game", "ladder").values_list("game", "ladder").distinct():
        with transaction.atomic():
            _lock(game, Ladder(ladder))
            first = (
                shared.filter(game=game, ladder=ladder)
                .order_by("at", "table")
                .values_list("at", "table")
                .first()
            )
            found += _reckon(game, Ladder(ladder), first, now) if first else []
    eligibility.settle(now=now, users=ids)
    return found


def _lock(game: str, ladder: Ladder) -> None:
    """Until the transaction ends nobody else rates this ladder. SQLite has but one writer as it
    is."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_advisory_xact_lock(%s, %s)",
                [LOCKS, crc32(f"{game} {ladder}".encode()) - 2**31],
            )


def _reckon(game: str, ladder: Ladder, start: Moment | None, now: datetime) -> list[Difference]:
    play = Reckoning(game, ladder, start)
    play.play(_moments(game, ladder, start))
    for table_id in sorted(play.touched):
        tables.rated(table_id=table_id, now=now)
    if play.shared:
        transaction.on_commit(partial(eligibility.settle, now=now, users=play.shared), robust=True)
    return play.save(now)


def _moments(game: str, ladder: Ladder, start: Moment | None) -> set[Moment]:
    """The tables to be played: one, unless others after it are rated already."""
    changes: Any = RatingChange.objects.filter(game=game, ladder=ladder)
    due: Any = finishes.tables(game, ladder).filter(rating_due=True)
    if start is None:
        counting: Any = finishes.counting(game, ladder)
        return {
            *changes.values_list("at", "table_id"),
            *due.values_list("ended_at", "pk"),
            *counting.values_list("ended_at", "pk"),
        }
    later = set(changes.filter(reckoning.since(start)).values_list("at", "table_id"))
    if later:
        later |= {
            moment
            for moment in due.filter(ended_at__gte=start[0]).values_list("ended_at", "pk")
            if moment > start
        }
    return {start, *later}
