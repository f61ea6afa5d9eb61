"""Queries for the leaderboard, four to eight a page."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import Count
from django.db.models.functions import Round
from django.utils.formats import number_format

from accounts.models import User
from games import registry
from games.kernel.protocol import AnyEngine
from games.ratings import bot_ratings, ranks
from games.ratings.models import ALL_TIME, Ladder, Rating, RatingChange
from games.ratings.ranks import Ranking, Ranks
from games.ratings.rating import KNOWN
from games.tables.models import bot_name

SIZE = 50  # players on a page
FEW = 10  # players; below, the page shows facts
WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Row:
    """A player; or a bot, which has no rank."""

    rank: int
    name: str
    you: bool
    value: int
    deviation: int
    won: int
    """Per cent."""
    games: int
    bot: bool = False
    program: bool = False
    """Whether it is the account of a bot."""

    @property
    def place(self) -> str:
        """Return the formatted rank: "19,968"."""
        if self.bot:
            return ""
        return str(self.rank) if self.rank < 1000 else number_format(self.rank, force_grouping=True)


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a ranking."""

    rows: tuple[Row, ...]
    number: int
    last: int
    total: int


@dataclass(frozen=True, slots=True)
class Reader:
    """The reader's place in a ranking."""

    rating: Rating
    deviation: int
    rank: int | None
    """None: not ranked."""
    behind: int
    """Points to the next place."""

    @property
    def next_rank(self) -> int:
        """Return the next better rank."""
        return max(1, (self.rank or 1) - 1)


@dataclass(frozen=True, slots=True)
class Step:
    """The biggest gain of the week."""

    name: str
    points: int


def ladders(engine: AnyEngine) -> list[Ladder]:
    """Return the ladders of a game, by its numbers of seats. Solo games are not rated."""
    found = [Ladder.TWO] if 2 in engine.seats else []
    found += [Ladder.MANY] if engine.seats.stop > 3 else []
    return [*found, Ladder.BOTS, Ladder.PROGRAMS] if found else []


def page(ranking: Ranking, ranked: Ranks, number: int, reader: User | None, now: datetime) -> Page:
    """Return a page by its number, or the last one. Two queries: an index-only scan from the start
    of the page, and its rows."""
    last = max(1, -(-ranked.total // SIZE))
    number = min(max(number, 1), last)
    if not ranked.total:
        return Page(_with_bots([], ranking, ranked, 1, 1), 1, 1, 0)
    value, skip = ranked.start((number - 1) * SIZE)
    listed = (
        ranks.ranked(ranking, now)
        .filter(value__lte=value)
        .order_by("-value", "user")
        .values_list("user", flat=True)
    )
    users = list(listed[skip : skip + SIZE])
    found = Rating.objects.filter(
        user__in=users, game=ranking.game, ladder=ranking.ladder, season=ranking.season
    ).select_related("user")
    rows = [
        _row(rating, ranked, reader, now)
        for rating in sorted(found, key=lambda rating: users.index(rating.user_id))
    ]
    return Page(_with_bots(rows, ranking, ranked, number, last), number, last, ranked.total)


def _with_bots(
    rows: list[Row], ranking: Ranking, ranked: Ranks, number: int, last: int
) -> tuple[Row, ...]:
    """Return the rows with the bots of this page among them, by rating."""
    shown = registry.levels(ranking.game) if ranking.ladder == Ladder.BOTS else ()
    for level in reversed(shown):  # among equals the stronger first
        value, deviation = map(round, bot_ratings.skill(ranking.game, level))
        if min(ranked.ahead(value) // SIZE + 1, last) == number:
            rows.append(Row(0, bot_name(level), False, value, deviation, 0, 0, bot=True))
    return tuple(sorted(rows, key=lambda row: (-row.value, not row.bot)))


def _row(rating: Rating, ranked: Ranks, reader: User | None, now: datetime) -> Row:
    return Row(
        rank=ranked.ahead(rating.value) + 1,
        name=rating.user.username,
        you=reader is not None and rating.user_id == reader.pk,
        value=rating.value,
        deviation=ranks.deviation(rating, now),
        won=round(100 * rating.won / rating.games) if rating.games else 0,
        games=rating.games,
        program=rating.user.is_bot,
    )


def reader_of(ranking: Ranking, ranked: Ranks, user: User, now: datetime) -> Reader | None:
    """Return the reader's place; None without a rating. One query."""
    own = Rating.objects.filter(
        user=user, game=ranking.game, ladder=ranking.ladder, season=ranking.season
    ).first()
    if own is None:
        return None
    listed = (
        own.established
        and own.eligible
        and (ranking.season != ALL_TIME or own.last_at >= ranks.since(now))
    )
    above = ranked.next_above(own.value)
    return Reader(
        own,
        ranks.deviation(own, now),
        ranked.ahead(own.value) + 1 if listed else None,
        above - own.value if above else 0,
    )


def page_of(ranking: Ranking, ranked: Ranks, own: Rating, now: datetime) -> int:
    """Return the number of the page with a rating. One query, over those with its value."""
    equals = ranks.ranked(ranking, now).filter(value=own.value, user__lt=own.user_id).count()
    return int((ranked.ahead(own.value) + equals) // SIZE) + 1


def seasons(game: str, ladder: str) -> list[str]:
    """Return the seasons with established ratings, latest first. One query, a loose index scan."""
    table = Rating._meta.db_table
    before = (
        f"SELECT MAX(season) FROM {table} WHERE game = %s AND ladder = %s AND established AND"
        " eligible AND season > ''"
    )
    sql = f"""WITH RECURSIVE found(season) AS (
        SELECT ({before}) UNION ALL
        SELECT ({before} AND season < found.season) FROM found WHERE found.season IS NOT NULL
    ) SELECT season FROM found WHERE season IS NOT NULL"""
    with connection.cursor() as cursor:
        cursor.execute(sql, [game, ladder] * 2)
        return [season for (season,) in cursor.fetchall()]


def biggest_step(ranking: Ranking, now: datetime) -> Step | None:
    """Return the biggest gain of the last seven days among established ratings. One query."""
    steps: Any = RatingChange.objects.filter(
        game=ranking.game, ladder=ranking.ladder, at__gte=now - WEEK, user__closed_at=None
    )
    steps = steps.annotate(points=Round("mu_after") - Round("mu_before")).filter(
        points__gt=0, sigma_after__lte=KNOWN
    )
    steps = steps.filter(user__in=ranks.ranked(ranking, now).values("user"))
    best = steps.order_by("-points", "at", "user").select_related("user").first()
    return Step(best.user.name, int(best.points)) if best else None


def recent_games(ranking: Ranking, now: datetime) -> int:
    """Return the number of rated games in the last seven days. One query."""
    changes: Any = RatingChange.objects.filter(
        game=ranking.game, ladder=ranking.ladder, at__gte=now - WEEK
    )
    return int(changes.aggregate(tables=Count("table", distinct=True))["tables"])
