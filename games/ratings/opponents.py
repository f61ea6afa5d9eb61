"""A player's most frequent opponents."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, Exists, F, FilteredRelation, OuterRef, Q, QuerySet

from accounts.models import User
from games.ratings import chart, records
from games.ratings.models import Record
from games.ratings.records import Met
from games.registry import engines
from games.screens.titles import short
from games.tables.models import Seat

OPPONENTS = 8  # lines of the list


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent: the number of tables, and how often each was placed better."""

    user: User
    games: int
    ahead: int
    behind: int
    bars: tuple[chart.Bar, ...]


def opponents(user: User, reader: User | None) -> list[Opponent]:
    """Return the most frequent opponents with scores. Two queries, and up to four more with a
    record."""
    met = _met(user, reader, records.record_of(user))
    often = sorted(met.items(), key=lambda row: (-row[1].games, row[0]))[:OPPONENTS]
    users = User.objects.in_bulk([other for other, _ in often])
    return [
        Opponent(users[other], found.games, found.ahead, found.behind, chart.share(_three(found)))
        for other, found in often
    ]


@dataclass(frozen=True, slots=True)
class Score:
    """The reader's games with somebody: the number, and how often each was placed better."""

    games: int
    ahead: int
    behind: int
    bars: tuple[chart.Bar, ...]
    title: str = ""
    """The title of the game, if of a single one."""
    each: tuple[Score, ...] = ()
    """The scores by game; empty where only the sum is stored."""

    @property
    def level(self) -> int:
        """Return how many games ended level."""
        return self.games - self.ahead - self.behind


def between(reader: User, other: User) -> Score:
    """Return the score of a reader with somebody, over all games. At most three queries."""
    record = records.record_of(reader)
    shared = Exists(Seat.objects.filter(table=OuterRef("table"), user=other))
    seats = Seat.objects.filter(
        records.known_seats(reader, reader),
        records.COUNTED,
        records.later_seats(record),
        shared,
        user=reader,
    )
    games = _by_game(seats, other)
    found = sum(games.values(), Met())
    if record:
        found += records.encounters_with(reader, False, [other.pk]).get(other.pk, Met())
    score = Score(found.games, found.ahead, found.behind, chart.share(_three(found)))
    if record:
        return score
    each = [
        Score(met.games, met.ahead, met.behind, chart.share(_three(met)), short(engine.title))
        for slug, engine in engines().items()
        if (met := games.get(slug))
    ]
    return replace(score, each=tuple(each))


def _by_game(seats: QuerySet[Seat], other: User) -> dict[str, Met]:
    """Return the scores of these seats against somebody's at the same tables, by game. One
    query."""
    rows = with_others(seats).filter(other__user=other).values("table__game").order_by()
    rows = rows.annotate(
        games=Count("pk"),
        ahead=Count("pk", filter=Q(place__lt=F("other__place"))),
        behind=Count("pk", filter=Q(place__gt=F("other__place"))),
    )
    return {row["table__game"]: Met(row["games"], row["ahead"], row["behind"]) for row in rows}


def _met(user: User, reader: User | None, record: Record | None) -> dict[int, Met]:
    """Return candidates for a user's most frequent opponents."""
    seats = Seat.objects.filter(records.known_seats(user, reader), records.COUNTED, user=user)
    if record is None:
        return _counted(seats, OPPONENTS)
    public = reader != user
    found = _counted(seats.filter(records.later_seats(record)))
    if reader and (pair := records.with_reader(user, reader, record)):
        private = Met(
            pair.games - pair.public,
            pair.ahead - pair.public_ahead,
            pair.behind - pair.public_behind,
        )
        more = {reader.pk: private} | records.third_parties(pair)
        found = {other: found.get(other, Met()) + more.get(other, Met()) for other in found | more}
    most = records.top_opponents(user, public, OPPONENTS)
    kept = records.encounters_with(user, public, found.keys() - most.keys()) | most
    return {other: found.get(other, Met()) + kept.get(other, Met()) for other in found | kept}


def _counted(seats: QuerySet[Seat], size: int | None = None) -> dict[int, Met]:
    """Return the opponents at these seats, by the number of games. One query."""
    rows = with_others(seats).annotate(
        games=Count("pk"),
        ahead=Count("pk", filter=Q(place__lt=F("other__place"))),
        behind=Count("pk", filter=Q(place__gt=F("other__place"))),
    )
    rows = rows.order_by("-games", "other__user")
    return {
        row["other__user"]: Met(row["games"], row["ahead"], row["behind"]) for row in rows[:size]
    }


def with_others(seats: QuerySet[Seat]) -> Any:
    """Return these seats joined with each other person at the table whose account still exists."""
    met: Any = seats.annotate(
        other=FilteredRelation("table__seats", condition=Q(table__seats__place__isnull=False))
    )
    # "not equal" would be a subquery
    another = Q(other__number__lt=F("number")) | Q(other__number__gt=F("number"))
    met = met.filter(another, other__user__isnull=False, other__user__closed_at=None)
    return met.values("other__user")


def _three(met: Met) -> tuple[int, int, int]:
    """Return how many games ended ahead, level and behind."""
    return met.ahead, met.games - met.ahead - met.behind, met.behind
