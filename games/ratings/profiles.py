"""Queries for a profile. At most twelve, however much somebody has played.

Tables that are found by their link only are shown to those who sit there; everybody else's lists
and counts leave them out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, F, FilteredRelation, OuterRef, Q, QuerySet

from accounts.models import User
from games.ratings import chart, ranks
from games.ratings.models import ALL_TIME, Ladder, Rating, RatingChange
from games.ratings.rating import provisional
from games.registry import engines
from games.screens.counted import Counted
from games.screens.titles import short
from games.tables.models import EndedBy, Seat, Status, Table
from games.tables.state import walkouts

RUNNING, LATEST, OPPONENTS, SOLO = 12, 6, 8, 5  # lines of each list
GAMES_DRAWN = 2000  # the latest ones of a history
# Seats of games that count: ended with places, and not annulled. All figures of a profile about the
# same reader are made of these, so that they agree.
COUNTED = Q(place__isnull=False, table__status=Status.ENDED, table__annulled=False)


@dataclass(frozen=True, slots=True)
class Result:
    """A rating, and won, drawn (or middling) and lost games as pieces of a bar."""

    rating: Rating
    deviation: int
    title: str
    lost: int
    won_percent: int
    bars: tuple[chart.Bar, ...]

    @property
    def provisional(self) -> bool:
        """Return whether the rating is still unsure."""
        return provisional(self.deviation)

    @property
    def many(self) -> bool:
        """Return whether it is a rating among three and more."""
        return self.rating.ladder == Ladder.MANY

    @property
    def bots(self) -> bool:
        """Return whether it is a rating against bots."""
        return self.rating.ladder == Ladder.BOTS


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody met often: at how many tables, and how often each was placed better."""

    user: User
    games: int
    ahead: int
    behind: int
    bars: tuple[chart.Bar, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A table from this player's seat."""

    seat: Seat
    seats: tuple[Seat, ...]
    change: int | None = None
    """What it did to the rating; None: not rated."""
    counted: Counted | None = None

    @property
    def table(self) -> Table:
        """Return the table of the seat."""
        return self.seat.table

    @property
    def title(self) -> str:
        """Return the title of the game without its subtitle, since there is little room."""
        return short(engines()[self.table.game].title)

    @property
    def others(self) -> str:
        """Return the names of the other players."""
        return ", ".join(seat.name for seat in self.seats if seat.number != self.seat.number)

    @property
    def to_act(self) -> list[Seat]:
        """Return the seats that have to act."""
        return [seat for seat in self.seats if seat.number in self.table.acting]

    @property
    def drawn(self) -> bool:
        """Return whether all seats share one place."""
        return all(seat.place == 1 for seat in self.seats)

    @property
    def scores(self) -> bool:
        """Return whether the points tell how the game ended."""
        return self.table.ended_by == EndedBy.RULES and all(
            seat.score is not None for seat in self.seats
        )


def find(username: str) -> User | None:
    """Return the user of that name, whatever the case of its letters; None if there is none, or the
    account is closed."""
    return User.objects.filter(username__iexact=username, closed_at=None).first()


def counts(user: User, reader: User | None, now: datetime) -> dict[str, int]:
    """Return `games_ended`, how many games have ended that the reader may know of, and the
    `walkouts` of the last 30 days, which everybody may know. One query."""
    found: dict[str, int] = Seat.objects.filter(user=user).aggregate(
        games_ended=Count("pk", filter=_known(user, reader) & COUNTED),
        walkouts=Count("pk", filter=walkouts.noted(now)),
    )
    return found


def results(user: User, now: datetime) -> list[Result]:
    """Return a user's ratings in the order of the registry, and of the ladders. One query."""
    order = {slug: number for number, slug in enumerate(engines())}
    found = Rating.objects.filter(user=user, season=ALL_TIME, game__in=order)
    ladders = list(Ladder)
    return [
        _result(rating, now)
        for rating in sorted(
            found, key=lambda rating: (order[rating.game], ladders.index(Ladder(rating.ladder)))
        )
    ]


def _result(rating: Rating, now: datetime) -> Result:
    lost = max(0, rating.games - rating.won - rating.drawn)
    percent = round(100 * rating.won / rating.games) if rating.games else 0
    return Result(
        rating,
        ranks.deviation(rating, now),
        short(engines()[rating.game].title),
        lost,
        percent,
        chart.share((rating.won, rating.drawn, lost)),
    )


def chosen(results: list[Result], game: str, ladder: str) -> Result | None:
    """Return the result that is asked for, or else the one with the latest game."""
    asked = [
        result
        for result in results
        if result.rating.game == game and ladder in ("", result.rating.ladder)
    ]
    return max(asked or results, key=lambda result: result.rating.last_at, default=None)


def history(rating: Rating) -> chart.Chart | None:
    """Return the chart of the latest games that were rated; of a single one, with the rating before
    it. One query."""
    changes = RatingChange.objects.filter(
        user=rating.user_id, game=rating.game, ladder=rating.ladder
    )
    fields = ("at", "mu_before", "sigma_before", "mu_after", "sigma_after")
    rows = list(changes.order_by("-at", "-table").values_list(*fields)[:GAMES_DRAWN])[::-1]
    before = [
        chart.Point(at, round(mu), round(sigma)) for at, mu, sigma, _, _ in rows if len(rows) == 1
    ]
    return chart.history(
        before + [chart.Point(at, round(mu), round(sigma)) for at, _, _, mu, sigma in rows]
    )


def _known(user: User, reader: User | None) -> Q:
    """Return the condition on a seat of this player that the reader may know of its table."""
    known, public = Q(table__game__in=engines().keys()), Q(table__private=False)
    if reader == user:
        return known
    if reader is None:
        return known & public
    own = Exists(Seat.objects.filter(table=OuterRef("table"), user=reader))
    return known & (public | Q(own))


def _seats(user: User, reader: User | None) -> QuerySet[Seat]:
    """Return the seats of this player at tables that the reader may know of."""
    return Seat.objects.filter(_known(user, reader), user=user)


def tables(user: User, reader: User | None) -> tuple[list[Played], list[Played]]:
    """Return the running tables (the player's turn and the nearest deadline first) and the latest
    ended ones. Four queries."""
    seats = _seats(user, reader).select_related("table", "user")
    running = list(
        seats.filter(table__status=Status.RUNNING).order_by(
            F("table__flag_at").asc(nulls_last=True), "-table__changed_at"
        )[:RUNNING]
    )
    ended = list(
        seats.filter(table__status=Status.ENDED, place__isnull=False).order_by("-table__ended_at")[
            :LATEST
        ]
    )
    ids = [seat.table_id for seat in (*running, *ended)]
    around: dict[str, list[Seat]] = {}
    for seat in (
        Seat.objects.filter(table__in=ids).select_related("user", "table").order_by("number")
    ):
        around.setdefault(seat.table_id, []).append(seat)
    changes = _changes(user, [seat.table_id for seat in ended])
    shown = [
        Played(seat, tuple(around[seat.table_id]), *changes.get(seat.table_id, ()))
        for seat in (*running, *ended)
    ]
    mine = sorted(
        shown[: len(running)], key=lambda played: played.seat.number not in played.table.acting
    )
    return mine, shown[len(running) :]


def solo(user: User, reader: User | None) -> list[Played]:
    """Return the best games that this player played alone to their end. One query."""
    seats = _seats(user, reader).filter(
        table__seat_count=1,
        table__status=Status.ENDED,
        table__ended_by=EndedBy.RULES,
        score__isnull=False,
    )
    best = seats.select_related("table", "user").order_by(
        "table__game", "-score", "table__ended_at"
    )
    return [Played(seat, (seat,)) for seat in best.filter(table__annulled=False)[:SOLO]]


def _changes(user: User, ids: Iterable[str]) -> dict[str, tuple[int, Counted]]:
    changes = RatingChange.objects.filter(user=user, table__in=ids)
    rows = changes.values_list(
        "table", "mu_before", "mu_after", "weight", "number", "short", "shared"
    )
    return {
        table: (round(after) - round(before), Counted(*counted))  # type: ignore[arg-type]
        for table, before, after, *counted in rows
    }


def opponents(user: User, reader: User | None) -> list[Opponent]:
    """Return those met most often, with how often each was placed better. Two queries."""
    met: Any = (
        _seats(user, reader)
        .filter(COUNTED)
        .annotate(
            other=FilteredRelation("table__seats", condition=Q(table__seats__place__isnull=False))
        )
    )
    # "not equal" would be a query inside the query
    another = Q(other__number__lt=F("number")) | Q(other__number__gt=F("number"))
    met = met.filter(another, other__user__isnull=False, other__user__closed_at=None).values(
        "other__user"
    )
    met = met.annotate(
        games=Count("pk"),
        ahead=Count("pk", filter=Q(place__lt=F("other__place"))),
        behind=Count("pk", filter=Q(place__gt=F("other__place"))),
    )
    rows = list(met.order_by("-games", "other__user")[:OPPONENTS])
    users = User.objects.in_bulk([row["other__user"] for row in rows])
    return [
        Opponent(
            users[row["other__user"]],
            row["games"],
            row["ahead"],
            row["behind"],
            chart.share(_three(row)),
        )
        for row in rows
    ]


def _three(row: dict[str, int]) -> tuple[int, int, int]:
    """Return how many games ended ahead, level and behind."""
    return row["ahead"], row["games"] - row["ahead"] - row["behind"], row["behind"]
