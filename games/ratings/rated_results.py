"""The results that count for ratings, read from tables and seats.

A table counts if it is rated, has a clock, and ended with places: by the rules, a resignation, a
flag or an agreed draw; not if it was aborted or annulled, nor while a seat is a guest's. The
published rating of a bot does not change.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from django.db.models import Q, QuerySet

from games.kernel import clock
from games.kernel.protocol import Setup, usual_length
from games.ratings import game_weights
from games.ratings.models import Ladder
from games.registry import engines
from games.tables.models import EndedBy, Seat, Status, Table

Moment: TypeAlias = tuple[datetime, str]
"""When a table ended, and its id: the order of rating."""

COUNTING = (EndedBy.RULES, EndedBy.RESIGN, EndedBy.FLAG, EndedBy.DRAW)


@dataclass(frozen=True, slots=True)
class Finish:
    """A result. By seat: users (None: a bot), levels of bots ("": a user), places, the entries at
    which they left, and groups of one address."""

    table_id: str
    at: datetime
    players: tuple[int | None, ...]
    bots: tuple[str, ...]
    places: tuple[int, ...]
    left: tuple[int | None, ...]
    company: tuple[int | None, ...]
    ply: int
    by_rules: bool
    usual: int

    @property
    def users(self) -> list[int]:
        """Return the ids of the people, by seat."""
        return [user for user in self.players if user is not None]

    def short(self, one: int, other: int) -> bool:
        """Return whether there was no contest between two seats."""
        return game_weights.short(
            (self.left[one], self.left[other]), self.ply, self.by_rules, self.usual
        )

    def shared(self, one: int, other: int) -> bool:
        """Return whether two people sat down from one address."""
        return self.company[one] is not None and self.company[one] == self.company[other]


def ladder_of(seats: int, bots: int, programs: bool = False) -> Ladder:
    """Return the ladder of a table, by its numbers of seats and bots. `programs`: with an account
    of a bot."""
    if programs:
        return Ladder.PROGRAMS
    if bots:
        return Ladder.BOTS
    return Ladder.TWO if seats == 2 else Ladder.MANY


_BELONG = {
    Ladder.TWO: Q(bots=0, programs=False, seat_count=2),
    Ladder.MANY: Q(bots=0, programs=False, seat_count__gt=2),
    Ladder.BOTS: Q(bots__gt=0, programs=False),
    Ladder.PROGRAMS: Q(programs=True),
}


def belongs(ladder: Ladder) -> Q:
    """Return the condition for tables of a ladder."""
    return _BELONG[ladder]


def tables(game: str, ladder: Ladder) -> QuerySet[Table]:
    """Return all tables of a ladder."""
    return Table.objects.filter(_BELONG[ladder], game=game)


def counting(game: str, ladder: Ladder) -> QuerySet[Table]:
    """Return the tables of a ladder that count, as far as their own rows say."""
    rated = tables(game, ladder).filter(
        status=Status.ENDED,
        rated=True,
        annulled=False,
        ended_by__in=COUNTING,
        sealed_until=None,
    )
    return rated.exclude(time_control=clock.UNTIMED.name)


def read(game: str, ladder: Ladder, ids: Collection[str]) -> list[Finish]:
    """Return the results of those tables that count, in the order of rating. Two queries."""
    ended = counting(game, ladder).filter(pk__in=ids).only(*_OF_TABLE).in_bulk()
    seats: dict[str, list[Seat]] = {table_id: [] for table_id in ended}
    for seat in (
        Seat.objects.filter(table__in=list(ended))
        .select_related("user")
        .only(*_OF_SEAT)
        .order_by("number")
    ):
        seats[seat.table_id].append(seat)
    found = [_finish(table, seats[table_id]) for table_id, table in ended.items()]
    return sorted(
        [finish for finish in found if finish], key=lambda finish: (finish.at, finish.table_id)
    )


_OF_TABLE = ("game", "seat_count", "options", "ruleset", "ply", "ended_by", "ended_at")
_OF_SEAT = ("table", "user__is_guest", "bot", "place", "left_ply", "company")


def _finish(table: Table, seats: list[Seat]) -> Finish | None:
    places = tuple(seat.place for seat in seats if seat.place)
    if (
        table.ended_at is None
        or len(places) < max(2, len(seats))
        or any(seat.user and seat.user.is_guest for seat in seats)
    ):
        return None
    return Finish(
        table.id,
        table.ended_at,
        tuple(seat.user_id for seat in seats),
        tuple(seat.bot for seat in seats),
        places,
        left=tuple(seat.left_ply for seat in seats),
        company=tuple(seat.company for seat in seats),
        ply=table.ply,
        by_rules=table.ended_by == EndedBy.RULES,
        usual=usual_length(
            engines()[table.game], Setup(table.seat_count, table.options, table.ruleset)
        ),
    )
