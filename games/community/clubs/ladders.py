"""The ladders of a club: the results of its members against each other.

A point for each other person behind oneself at the end of a game, half a point for a tie. A rating
would need more games than a club plays in a year.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Case, Count, F, FloatField, Q, Sum, Value, When

from accounts.models import User
from games.community.clubs.models import Club, Membership
from games.registry import engines
from games.tables.models import Seat

SPAN = timedelta(days=365)
SHOWN = 100  # members on a ladder


@dataclass(frozen=True, slots=True)
class Rank:
    """A member on a ladder: the place, the possible points, and the points made."""

    place: int
    user: User
    games: int
    points: float
    possible: int

    @property
    def shown(self) -> str:
        """Return the points, a half as "½"."""
        whole, half = divmod(round(2 * self.points), 2)
        return f"{whole or ''}½" if half else f"{whole}"


@dataclass(frozen=True, slots=True)
class Ladder:
    """The ladder of a game."""

    game: str
    title: str
    steps: list[Rank]


def of(club: Club, now: datetime) -> list[Ladder]:
    """Return a ladder for each game that members have played against each other in the last year.
    Two queries."""
    rows = list(_counted(club, now))
    users = User.objects.in_bulk({row["user"] for row in rows})
    by_game: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_game.setdefault(row["table__game"], []).append(row)
    return [
        Ladder(slug, engine.title, _steps(by_game[slug], users))
        for slug, engine in engines().items()
        if slug in by_game
    ]


def _counted(club: Club, now: datetime) -> Any:
    """Return the games and points of each member at each game: a row for every other person at a
    table, former members too."""
    members = Membership.objects.filter(club=club).values("user")
    another = Q(table__seats__number__lt=F("number")) | Q(table__seats__number__gt=F("number"))
    met = Seat.objects.filter(
        another,
        table__of_club__club=club,
        table__private=club.private,
        table__annulled=False,
        table__ended_at__gt=now - SPAN,
        table__copied=0,
        table__seats__user__isnull=False,
        table__seats__place__isnull=False,
        place__isnull=False,
        user__in=members,
    )
    other = F("table__seats__place")
    points = Case(
        When(place__lt=other, then=Value(1.0)),
        When(place=other, then=Value(0.5)),
        default=Value(0.0),
        output_field=FloatField(),
    )
    return met.values("table__game", "user").annotate(
        games=Count("table", distinct=True), points=Sum(points), possible=Count("pk")
    )


def _steps(rows: list[dict[str, Any]], users: dict[int, User]) -> list[Rank]:
    """Return the members of a ladder; equal points of equally many share a place."""
    rows = sorted(rows, key=lambda row: (-row["points"], row["possible"], row["user"]))
    steps: list[Rank] = []
    for number, row in enumerate(rows[:SHOWN], 1):
        facts = (row["games"], row["points"], row["possible"])
        last = steps[-1] if steps else None
        same = last is not None and (last.points, last.possible) == facts[1:]
        steps.append(Rank(last.place if last and same else number, users[row["user"]], *facts))
    return steps
