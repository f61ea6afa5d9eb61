"""The finishes that count, read from tables and seats: they are the truth that ratings are a cache of.

A table counts when it was opened as rated, has a clock, and ended with places: by the rules, a resignation, a flag or an
agreed draw; not when it was broken off, closed before the start, or annulled. Guests cannot sit down at a rated table; should
one have got there all the same, the table does not count while the seat is a guest's. A closed account is a player like any other.
So is a bot, but for its own rating: that is published, and no game changes it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from django.db.models import Q, QuerySet

from games.ratings.models import Ladder
from games.tables.models import EndedBy, Seat, Status, Table

Moment: TypeAlias = tuple[datetime, str]
"""When a table ended, and its id: the order of rating."""

COUNTING = (EndedBy.RULES, EndedBy.RESIGN, EndedBy.FLAG, EndedBy.DRAW)


@dataclass(frozen=True, slots=True)
class Finish:
    """Users (None: a bot), levels of bots ("": a user) and places by seat."""

    table_id: str
    at: datetime
    players: tuple[int | None, ...]
    bots: tuple[str, ...]
    places: tuple[int, ...]

    @property
    def users(self) -> list[int]:
        return [user for user in self.players if user is not None]


def ladder_of(seats: int, bots: int) -> Ladder:
    if bots:
        return Ladder.BOTS
    return Ladder.TWO if seats == 2 else Ladder.MANY


_BELONG = {Ladder.TWO: Q(bots=0, seat_count=2), Ladder.MANY: Q(bots=0, seat_count__gt=2), Ladder.BOTS: Q(bots__gt=0)}


def tables(game: str, ladder: Ladder) -> QuerySet[Table]:
    """The tables of a ladder, whether they count or not."""
    return Table.objects.filter(_BELONG[ladder], game=game)


def counting(game: str, ladder: Ladder) -> QuerySet[Table]:
    """Those that count, as far as their own rows tell."""
    rated = tables(game, ladder).filter(status=Status.ENDED, rated=True, annulled=False, ended_by__in=COUNTING)
    return rated.exclude(time_control="untimed")


def read(game: str, ladder: Ladder, ids: Collection[str]) -> list[Finish]:
    """The finishes of those of these tables that count, in the order of rating. Two queries."""
    ended = dict(counting(game, ladder).filter(pk__in=ids).values_list("pk", "ended_at"))
    seats: dict[str, list[SeatRow]] = {table_id: [] for table_id in ended}
    rows: Any = Seat.objects.filter(table__in=list(ended)).order_by("number")
    for table_id, *seat in rows.values_list("table_id", "user_id", "bot", "place", "user__is_guest"):
        seats[table_id].append(tuple(seat))
    found = [_finish(table_id, ended[table_id], seats[table_id]) for table_id in ended]
    return sorted([finish for finish in found if finish], key=lambda finish: (finish.at, finish.table_id))


SeatRow: TypeAlias = tuple[int | None, str, int | None, bool | None]


def _finish(table_id: str, at: datetime | None, seats: list[SeatRow]) -> Finish | None:
    users, bots = tuple([user for user, *_ in seats]), tuple([bot for _, bot, *_ in seats])
    places = tuple([place for _, _, place, _ in seats if place])
    if at is None or len(places) < max(2, len(seats)) or any(guest for *_, guest in seats):
        return None
    return Finish(table_id, at, users, bots, places)
