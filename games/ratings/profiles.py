"""Queries for a profile: at most thirteen, and four more with a record. Private tables are shown
and counted only for those who sit there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.cache import cache
from django.db.models import Count, F, QuerySet

from accounts.models import User
from games.provided import Provided
from games.ratings import chart, ranks, records
from games.ratings.models import ALL_TIME, Ladder, Rating, RatingChange, Record
from games.ratings.rating import provisional
from games.ratings.records import COUNTED, known_seats
from games.registry import engines
from games.screens.rating_weights import Counted
from games.screens.titles import short
from games.tables.models import EndedBy, Seat, Status, Table
from games.tables.selectors import any_of
from games.tables.state import walkouts

RUNNING, LATEST, SOLO = 12, 6, 5  # lines of each list
GAMES_DRAWN = 2000  # the latest of a history
LONG = 200  # games: points of a longer history are cached
A_DAY = 24 * 60 * 60  # seconds

clubs_of: Provided[[int, Any], list[tuple[str, str]]] = Provided([])
"""Return the clubs of a user, by id, that a reader may see: their names and addresses."""
titles_of: Provided[[int, Any], list[tuple[str, str, int]]] = Provided([])
"""Return the titles of a user, by id, that a reader may see: names of events, their addresses, and
places."""


@dataclass(frozen=True, slots=True)
class Result:
    """A rating, and won, drawn (or middle) and lost games as parts of a bar."""

    rating: Rating
    deviation: int
    title: str
    lost: int
    won_percent: int
    bars: tuple[chart.Bar, ...]

    @property
    def provisional(self) -> bool:
        """Return whether the rating is provisional."""
        return provisional(self.deviation)

    @property
    def many(self) -> bool:
        """Return whether it is the ladder for three and more."""
        return self.rating.ladder == Ladder.MANY

    @property
    def bots(self) -> bool:
        """Return whether it is the ladder against bots."""
        return self.rating.ladder == Ladder.BOTS


@dataclass(frozen=True, slots=True)
class PlayerTable:
    """A table of the player's."""

    seat: Seat
    seats: tuple[Seat, ...]
    change: int | None = None
    """The change of the rating; None if unrated."""
    counted: Counted | None = None

    @property
    def table(self) -> Table:
        """Return the table of the seat."""
        return self.seat.table

    @property
    def title(self) -> str:
        """Return the game's title without its subtitle."""
        return short(engines()[self.table.game].title)

    @property
    def others(self) -> str:
        """Return the names of the other players."""
        return ", ".join(seat.name for seat in self.seats if seat.number != self.seat.number)

    @property
    def to_act(self) -> list[Seat]:
        """Return the seats that must act."""
        return [seat for seat in self.seats if seat.number in self.table.acting]

    @property
    def drawn(self) -> bool:
        """Return whether all seats share a place."""
        return all(seat.place == 1 for seat in self.seats)

    @property
    def scores(self) -> bool:
        """Return whether the points decided the game."""
        return self.table.ended_by == EndedBy.RULES and all(
            seat.score is not None for seat in self.seats
        )


def find(username: str) -> User | None:
    """Return the user of a name, case-insensitive; None without one, or of a closed account."""
    found = User.objects.filter(username__iexact=username, closed_at=None)
    return found.select_related("record").first()


def counts(user: User, reader: User | None, now: datetime) -> dict[str, int]:
    """Return the numbers of `games_ended` that the reader may know of, of `walkouts` in the last 30
    days, and of `new` games that the record does not count. At most three queries."""
    record = records.record_of(user)
    seated = Seat.objects.filter(user=user)
    ended = seated.filter(COUNTED, records.later_seats(record)) if record else seated
    found: dict[str, int] = ended.aggregate(
        games_ended=Count("pk", filter=known_seats(user, reader) & COUNTED),
        walkouts=Count("pk", filter=walkouts.noted(now)),
        new=Count("pk", filter=COUNTED),
    )
    if record:
        pair = records.with_reader(user, reader, record)
        kept = record.games if reader == user else record.public
        found["games_ended"] += kept + (pair.games - pair.public if pair else 0)
        found["walkouts"] = seated.filter(walkouts.noted(now)).count()
    return found


def results(user: User, now: datetime) -> list[Result]:
    """Return a user's ratings in the order of games and ladders. One query."""
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


def select(results: list[Result], game: str, ladder: str) -> Result | None:
    """Return the result of a game and a ladder; else the one with the latest game."""
    asked = [
        result
        for result in results
        if result.rating.game == game and ladder in ("", result.rating.ladder)
    ]
    return max(asked or results, key=lambda result: result.rating.last_at, default=None)


def history(rating: Rating) -> chart.Chart | None:
    """Return the chart of the latest rated games. At most one query: the points of a long history
    are cached until it grows."""
    if rating.games < LONG:
        return chart.history(_points(rating))
    key = f"history:{rating.pk}:{rating.games}:{rating.mu}:{rating.last_at.timestamp()}"
    kept: list[chart.Point] | None = cache.get(key)
    if kept is None:
        kept = list(chart.fewer(_points(rating)))
        cache.set(key, kept, A_DAY)
    return chart.history(kept)


def _points(rating: Rating) -> list[chart.Point]:
    changes = RatingChange.objects.filter(
        user=rating.user_id, game=rating.game, ladder=rating.ladder
    )
    fields = ("at", "mu_before", "sigma_before", "mu_after", "sigma_after")
    rows = list(changes.order_by("-at", "-table").values_list(*fields)[:GAMES_DRAWN])[::-1]
    before = [
        chart.Point(at, round(mu), round(sigma)) for at, mu, sigma, _, _ in rows if len(rows) == 1
    ]
    return before + [chart.Point(at, round(mu), round(sigma)) for at, _, _, mu, sigma in rows]


def _seats(user: User, reader: User | None) -> QuerySet[Seat]:
    """Return a player's seats at tables that the reader may know of."""
    return Seat.objects.filter(known_seats(user, reader), user=user)


def tables(user: User, reader: User | None) -> tuple[list[PlayerTable], list[PlayerTable]]:
    """Return the running tables (those where the player must act and the nearest deadline first)
    and the latest ended ones. Four queries."""
    seats = _seats(user, reader).select_related("table", "user")
    running = list(
        seats.filter(ended_at=None, table__status=Status.RUNNING).order_by(
            F("table__flag_at").asc(nulls_last=True), "-table__changed_at"
        )[:RUNNING]
    )
    latest = Seat.objects.filter(pk__in=any_of(_latest(user, reader)))
    ended = list(latest.select_related("table", "user").order_by("-ended_at", "-table")[:LATEST])
    ids = [seat.table_id for seat in (*running, *ended)]
    around: dict[str, list[Seat]] = {}
    for seat in (
        Seat.objects.filter(table__in=ids).select_related("user", "table").order_by("number")
    ):
        around.setdefault(seat.table_id, []).append(seat)
    changes = _changes(user, [seat.table_id for seat in ended])
    shown = [
        PlayerTable(seat, tuple(around[seat.table_id]), *changes.get(seat.table_id, ()))
        for seat in (*running, *ended)
    ]
    mine = sorted(
        shown[: len(running)], key=lambda played: played.seat.number not in played.table.acting
    )
    return mine, shown[len(running) :]


def _latest(user: User, reader: User | None) -> list[QuerySet[Any]]:
    """Return queries for the seats at the latest ended tables that the reader may know of, each
    along an index."""
    seats = Seat.objects.filter(user=user).order_by("-ended_at", "-table").values("pk")
    placed = seats.filter(place__isnull=False, ended_at__isnull=False)
    if reader == user:
        return [placed.filter(table__game__in=engines().keys())[:LATEST]]
    public = seats.filter(listed__in=list(engines()), listed__gt="")[:LATEST]
    if reader is None:
        return [public]
    record = records.record_of(user)
    both = placed.filter(
        known_seats(user, reader), records.later_seats(record), table__private=True
    )
    pair = records.with_reader(user, reader, record)
    return [public, both[:LATEST], *([seats.filter(pk__in=pair.latest)] if pair else ())]


def solo(user: User, reader: User | None) -> list[PlayerTable]:
    """Return the best finished solo games of a player. One query."""
    return [
        PlayerTable(seat, (seat,)) for seat in best_alone(user, reader, records.record_of(user))
    ]


def best_alone(
    user: User, reader: User | None, record: Record | None, until: datetime | None = None
) -> list[Seat]:
    """Return the seats at these games, without hints, perhaps up to a moment. One query."""
    seats = _seats(user, reader).filter(
        hints=0,
        table__seat_count=1,
        table__status=Status.ENDED,
        table__ended_by=EndedBy.RULES,
        table__annulled=False,
        table__copied=0,
        score__isnull=False,
    )
    if record:
        kept = record.solo if reader == user else record.public_solo
        new = Seat.objects.filter(records.later_seats(record), place__isnull=False, user=user)
        ids = [new.values("pk"), Seat.objects.filter(pk__in=kept).values("pk")]
        seats = seats.filter(pk__in=any_of(ids[: 1 + bool(kept)]))
    if until:
        seats = seats.filter(ended_at__lte=until)
    best = seats.select_related("table", "user").order_by("table__game", "-score", "ended_at")
    return list(best[:SOLO])


def _changes(user: User, ids: Iterable[str]) -> dict[str, tuple[int, Counted]]:
    # without the user: PostgreSQL would scan all changes of a busy player
    changes = RatingChange.objects.filter(table__in=ids)
    rows = changes.values_list(
        "user", "table", "mu_before", "mu_after", "weight", "number", "short", "shared"
    )
    return {
        table: (round(after) - round(before), Counted(*counted))  # type: ignore[arg-type]
        for other, table, before, after, *counted in rows
        if other == user.pk
    }
