"""Meetings: pairs of players on one ladder, and the weights of their games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

from django.db.models import Q

from games.ratings import eligibility, game_weights
from games.ratings.game_weights import Pair
from games.ratings.models import Ladder, Meeting
from games.ratings.rated_results import Finish, Moment

People: TypeAlias = tuple[int, int]
"""Ids of two users, the lower first."""


class Row(NamedTuple):
    """The values of a `Meeting`."""

    game: str
    ladder: str
    table_id: str
    at: datetime
    first_id: int
    second_id: int
    number: int
    short: bool
    shared: bool
    weight: float


class SeatWeight(NamedTuple):
    """The weight of a table for a seat, and the reasons, as in a `RatingChange`."""

    weight: float
    number: int
    short: bool
    shared: bool


def before(moment: Moment) -> Q:
    """Return the condition for tables before a moment in the order of rating."""
    at, table_id = moment
    return Q(at__lte=at) & (Q(at__lt=at) | Q(table__lt=table_id))


class Meetings:
    """In the order of rating, `load` and then `count` tables; then `store` them. `start` None: from
    the first table."""

    def __init__(self, game: str, ladder: Ladder, start: Moment | None) -> None:
        self.game, self.ladder, self.start = game, ladder, start
        self._guarded = eligibility.guarded()
        self._window = game_weights.WINDOW if self._guarded else game_weights.DAY
        self._known: set[People] = set()
        self._met: dict[People, list[datetime]] = defaultdict(list)
        self._housemates: set[People] | None = None
        self.shared: set[int] = set()
        """Users who met somebody from their own address."""

    def load(self, finishes: Sequence[Finish]) -> None:
        """Load the earlier meetings of these pairs within the window. One query."""
        new = {pair for finish in finishes for pair in _people(finish)} - self._known
        self._known |= new
        if self.start is None or not new:
            return
        firsts, seconds = zip(*new, strict=True)
        earlier: Any = Meeting.objects.filter(
            before(self.start),
            at__gt=self.start[0] - self._window,
            game=self.game,
            ladder=self.ladder,
        )
        earlier = earlier.filter(first__in=set(firsts), second__in=set(seconds)).order_by(
            "at", "table"
        )
        for first, second, at in earlier.values_list("first", "second", "at"):
            if (first, second) in new:
                self._met[first, second].append(at)

    def count(self, finish: Finish) -> tuple[list[SeatWeight], list[Row]]:
        """Return the weights of a table by seat, and its meetings."""
        pairs = {
            seats: self._pair(finish, *seats)
            for seats in combinations(range(len(finish.players)), 2)
        }
        where = self.game, self.ladder.value, finish.table_id, finish.at
        rows = [
            Row(
                *where,
                *_pair_of(finish, seats),
                pair.number,
                pair.short,
                pair.shared,
                self._weight(pair),
            )
            for seats, pair in pairs.items()
            if pair.number
        ]
        return [self._seat_weight(finish, seat, pairs) for seat in range(len(finish.players))], rows

    def _pair(self, finish: Finish, one: int, other: int) -> Pair:
        short = finish.short(one, other)
        if finish.players[one] is None or finish.players[other] is None:
            return Pair(0, short, False)
        people = _pair_of(finish, (one, other))
        met = self._met[people]
        while met and met[0] <= finish.at - self._window:
            met.pop(0)
        met.append(finish.at)
        shared = finish.shared(one, other)
        self.shared.update(people if shared else ())
        return Pair(len(met), short, shared, shared and people in self._vouched())

    def _vouched(self) -> set[People]:
        if self._housemates is None:
            self._housemates = eligibility.housemates()
        return self._housemates

    def _weight(self, pair: Pair) -> float:
        return pair.weight if self._guarded else game_weights.repeated(pair.number)

    def _seat_weight(
        self, finish: Finish, seat: int, pairs: dict[tuple[int, int], Pair]
    ) -> SeatWeight:
        mine = game_weights.of_seat(seat, pairs, finish.places)
        number, short = max(pair.number for pair in mine), any(pair.short for pair in mine)
        shared = any(pair.shared and not pair.vouched for pair in mine)
        mean = game_weights.mean if self._guarded else game_weights.open_mean
        return SeatWeight(mean(mine), number, short, shared)

    def store(self, tables: Collection[str], rows: Iterable[Row]) -> None:
        """Write the meetings of these tables that differ from the stored ones."""
        found: Any = Meeting.objects.filter(table__in=tables)
        stored = {Row(*values): pk for pk, *values in found.values_list("pk", *Row._fields)}
        expected = set(rows)
        if wrong := stored.keys() - expected:
            Meeting.objects.filter(pk__in=[stored[row] for row in wrong]).delete()
        Meeting.objects.bulk_create(
            [Meeting(**row._asdict()) for row in sorted(expected - stored.keys())], batch_size=500
        )


def _people(finish: Finish) -> list[People]:
    return list(combinations(sorted(finish.users), 2))


def _pair_of(finish: Finish, seats: tuple[int, int]) -> People:
    first, second = sorted(user for seat in seats if (user := finish.players[seat]) is not None)
    return first, second
