"""A player's most frequent opponents."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Count, Exists, F, FilteredRelation, OuterRef, Q, QuerySet

from accounts.models import User
from games.ratings import chart, records
from games.ratings.models import Record
from games.ratings.records import HeadToHead
from games.registry import engines
from games.screens.titles import short
from games.tables.models import Seat

OPPONENTS = 8  # lines of the list


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent, with the score."""

    user: User
    games: int
    ahead: int
    behind: int
    bars: tuple[chart.Bar, ...]


def opponents(user: User, reader: User | None) -> list[Opponent]:
    """Return the most frequent opponents. Two queries, and four more with a record."""
    met = _candidates(user, reader, records.record_of(user))
    often = sorted(met.items(), key=lambda row: (-row[1].games, row[0]))[:OPPONENTS]
    users = User.objects.in_bulk([other for other, _ in often])
    return [
        Opponent(
            users[other], found.games, found.ahead, found.behind, chart.share(_outcomes(found))
        )
        for other, found in often
    ]


@dataclass(frozen=True, slots=True)
class Score:
    """A head-to-head score: the number of games, and how often each was placed better."""

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
        """Return the number of games that ended level."""
        return self.games - self.ahead - self.behind


def between(reader: User, other: User) -> Score:
    """Return the score of a reader against another user. At most three queries."""
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
    found = sum(games.values(), HeadToHead())
    if record:
        found += records.encounters_with(reader, False, [other.pk]).get(other.pk, HeadToHead())
    score = Score(found.games, found.ahead, found.behind, chart.share(_outcomes(found)))
    if record:
        return score
    each = [
        Score(met.games, met.ahead, met.behind, chart.share(_outcomes(met)), short(engine.title))
        for slug, engine in engines().items()
        if (met := games.get(slug))
    ]
    return replace(score, each=tuple(each))


def _by_game(seats: QuerySet[Seat], other: User) -> dict[str, HeadToHead]:
    """Return game → the score of these seats against another user's. One query."""
    rows = with_others(seats).filter(other__user=other).values("table__game").order_by()
    rows = rows.annotate(
        games=Count("pk"),
        ahead=Count("pk", filter=Q(place__lt=F("other__place"))),
        behind=Count("pk", filter=Q(place__gt=F("other__place"))),
    )
    return {
        row["table__game"]: HeadToHead(row["games"], row["ahead"], row["behind"]) for row in rows
    }


def _candidates(user: User, reader: User | None, record: Record | None) -> dict[int, HeadToHead]:
    """Return user id → score of candidates for the most frequent opponents."""
    seats = Seat.objects.filter(records.known_seats(user, reader), records.COUNTED, user=user)
    if record is None:
        return _counted(seats, OPPONENTS)
    public = reader != user
    found = _counted(seats.filter(records.later_seats(record)))
    if reader and (pair := records.with_reader(user, reader, record)):
        private = HeadToHead(
            pair.games - pair.public,
            pair.ahead - pair.public_ahead,
            pair.behind - pair.public_behind,
        )
        more = {reader.pk: private} | records.third_parties(pair)
        found = {
            other: found.get(other, HeadToHead()) + more.get(other, HeadToHead())
            for other in found | more
        }
    most = records.top_opponents(user, public, OPPONENTS)
    kept = records.encounters_with(user, public, found.keys() - most.keys()) | most
    return {
        other: found.get(other, HeadToHead()) + kept.get(other, HeadToHead())
        for other in found | kept
    }


def _counted(seats: QuerySet[Seat], size: int | None = None) -> dict[int, HeadToHead]:
    """Return user id → score of the opponents of these seats, most frequent first. One query."""
    rows = with_others(seats).annotate(
        games=Count("pk"),
        ahead=Count("pk", filter=Q(place__lt=F("other__place"))),
        behind=Count("pk", filter=Q(place__gt=F("other__place"))),
    )
    rows = rows.order_by("-games", "other__user")
    return {
        row["other__user"]: HeadToHead(row["games"], row["ahead"], row["behind"])
        for row in rows[:size]
    }


def with_others(seats: QuerySet[Seat]) -> Any:
    """Return these seats joined with those of the other people at the table, as `other`."""
    met: Any = seats.annotate(
        other=FilteredRelation("table__seats", condition=Q(table__seats__place__isnull=False))
    )
    # "not equal" would be a subquery
    another = Q(other__number__lt=F("number")) | Q(other__number__gt=F("number"))
    met = met.filter(another, other__user__isnull=False, other__user__closed_at=None)
    return met.values("other__user")


def _outcomes(met: HeadToHead) -> tuple[int, int, int]:
    """Return the numbers of games that ended ahead, level and behind."""
    return met.ahead, met.games - met.ahead - met.behind, met.behind
