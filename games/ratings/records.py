"""Stored counts of a player's ended games, so that a profile reads only later ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from games.ratings.models import Encounters, Record
from games.registry import engines
from games.tables.models import Seat, Status

ENOUGH = 200  # uncounted games before the record is written
# Seats of games that count in all figures of a profile.
PLACED = Q(place__isnull=False, table__status=Status.ENDED)
COUNTED = PLACED & Q(table__annulled=False, table__copied=0)


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """A score of two people: the number of games, and how often each was placed better."""

    games: int = 0
    ahead: int = 0
    behind: int = 0

    def __add__(self, other: HeadToHead) -> HeadToHead:
        return HeadToHead(
            self.games + other.games, self.ahead + other.ahead, self.behind + other.behind
        )


def known_seats(user: User, reader: User | None) -> Q:
    """Return the condition for a player's seats at tables that the reader may know of."""
    known, public = Q(table__game__in=engines().keys()), Q(table__private=False)
    if reader == user:
        return known
    if reader is None:
        return known & public
    own = Exists(Seat.objects.filter(table=OuterRef("table"), user=reader))
    return known & (public | Q(own))


def offered_games() -> str:
    """Return the site's games as one text."""
    return " ".join(sorted(engines()))


def record_of(user: User) -> Record | None:
    """Return a user's record; None if there is none, or the site's games have changed."""
    record: Record | None = getattr(user, "record", None)
    return record if record is not None and record.offered == offered_games() else None


def later_seats(record: Record | None) -> Q:
    """Return the condition for seats that the record does not count."""
    return Q(ended_at__gt=record.until) if record else Q()


def with_reader(user: User, reader: User | None, record: Record | None) -> Encounters | None:
    """Return a user's stored encounters with a reader, if some were at private tables; else None.
    At most one query."""
    if record is None or reader is None or reader == user:
        return None
    known: dict[int, Encounters | None] = record.__dict__.setdefault("met_by_readers", {})
    if reader.pk not in known:
        known[reader.pk] = Encounters.objects.filter(user=user, other=reader).first()
    pair = known[reader.pk]
    return pair if pair and pair.games > pair.public else None


def top_opponents(user: User, public: bool, size: int) -> dict[int, HeadToHead]:
    """Return a user's most frequent opponents in the record. One query."""
    return _stored(user, public, Q(), size)


def encounters_with(user: User, public: bool, others: Iterable[int]) -> dict[int, HeadToHead]:
    """Return a user's stored encounters with these users. One query."""
    return _stored(user, public, Q(other__in=list(others)), None)


def _stored(user: User, public: bool, only: Q, size: int | None) -> dict[int, HeadToHead]:
    names = ("public", "public_ahead", "public_behind") if public else ("games", "ahead", "behind")
    rows: Any = Encounters.objects.filter(only, user=user, other__closed_at=None)
    rows = rows.filter(**{f"{names[0]}__gt": 0}).order_by(f"-{names[0]}", "other")
    return {
        other: HeadToHead(*counts) for other, *counts in rows.values_list("other", *names)[:size]
    }


def third_parties(pair: Encounters) -> dict[int, HeadToHead]:
    """Return user id → score of the others at private tables of a pair. At most one query."""
    found = {int(other): HeadToHead(*counts) for other, counts in pair.thirds.items()}
    there = User.objects.filter(pk__in=found, closed_at=None) if found else ()
    return {user.pk: found[user.pk] for user in there}
