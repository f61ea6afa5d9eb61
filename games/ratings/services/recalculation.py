"""The replay of a ladder from a moment on; only differences from the stored rows are written.

Rating, annulling and rerating are all this, from different moments, and so give the same numbers.
Runs in a transaction that holds the ladder's lock.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any, NamedTuple

from django.db.models import OuterRef, Q, Subquery

from accounts.models import User
from games.ratings import bot_ratings, eligibility, rated_results, rating, seasons
from games.ratings.models import ALL_TIME, Ladder, Rating, RatingChange
from games.ratings.rated_results import Finish, Moment
from games.ratings.rating import NEWCOMER, Skill
from games.ratings.services import meetings
from games.ratings.services.meetings import Meetings, SeatWeight
from games.tables.models import Table

TABLES, PEOPLE = 500, 1000  # at a time


class Tally(NamedTuple):
    """A player's skill and counts after a game."""

    mu: float
    sigma: float
    at: datetime
    games: int
    won: int
    drawn: int


NOTHING = Tally(*NEWCOMER, datetime.min, 0, 0, 0)


class Row(NamedTuple):
    """The values of a `Rating`."""

    mu: float
    sigma: float
    value: int
    deviation: int
    games: int
    won: int
    drawn: int
    last_at: datetime
    established: bool


class Change(NamedTuple):
    """The values of a `RatingChange`."""

    game: str
    ladder: str
    table_id: str
    seat: int
    user_id: int
    at: datetime
    place: int
    mu_before: float
    sigma_before: float
    mu_after: float
    sigma_after: float
    games: int
    won: int
    drawn: int
    weight: float
    number: int
    short: bool
    shared: bool


@dataclass(frozen=True, slots=True)
class Difference:
    """A rating before and after; None where there is none."""

    user_id: int
    game: str
    ladder: Ladder
    season: str
    before: Row | None
    after: Row | None


def since(moment: Moment) -> Q:
    """Return the condition for changes from a moment on."""
    at, table_id = moment
    return Q(at__gte=at) & (Q(at__gt=at) | Q(table__gte=table_id))


class Recalculation:
    """`play` the tables, then `save`. `start` None: from the first table."""

    def __init__(self, game: str, ladder: Ladder, start: Moment | None) -> None:
        self.game, self.ladder, self.start = game, ladder, start
        self.touched: set[str] = set()
        """Tables that were due, or whose changes differ."""
        self._meetings = Meetings(game, ladder, start)
        self._known: set[int] = set()
        self._tallies: dict[int, Tally] = {}
        # by player: the tally before the latest season
        self._bases: dict[int, tuple[str, Tally | None]] = {}
        # by player and season: the last tally and the base
        self._ends: dict[tuple[int, str], tuple[Tally, Tally | None]] = {}

    def play(self, moments: Iterable[Moment]) -> None:
        """Replay tables in their order: all of the ladder since `start` that count, have counted,
        or are due."""
        for some in _batches([table_id for _at, table_id in sorted(moments)], TABLES):
            found = rated_results.read(self.game, self.ladder, some)
            stored = self._stored(some)
            self._load_tallies(
                {user for finish in found for user in finish.users}
                | {change.user_id for change in stored}
            )
            self._meetings.load(found)
            played = [self._replay_one(finish) for finish in found]
            self._store(stored, [change for changes, _ in played for change in changes])
            self._meetings.store(some, [row for _, rows in played for row in rows])
            self.touched.update(
                Table.objects.filter(pk__in=some, rating_due=True).values_list("pk", flat=True)
            )

    def _replay_one(self, finish: Finish) -> tuple[list[Change], list[meetings.Row]]:
        counted, rows = self._meetings.count(finish)
        return list(self._changes(finish, counted)), rows

    def _changes(self, finish: Finish, counted: Sequence[SeatWeight]) -> Iterator[Change]:
        before = [
            self._skill(user, bot, finish.at)
            for user, bot in zip(finish.players, finish.bots, strict=True)
        ]
        after = rating.after(before, finish.places)
        for seat, user in enumerate(finish.players):
            if user is None:  # a bot's rating is fixed
                continue
            result = rating.result(finish.places, seat)
            _, _, _, games, won, drawn = self._tallies.get(user) or NOTHING
            skill = rating.weighted(before[seat], after[seat], counted[seat].weight)
            tally = Tally(
                *skill, finish.at, games + 1, won + (result == "won"), drawn + (result == "drawn")
            )
            self._count(user, tally)
            where = self.game, self.ladder.value, finish.table_id, seat, user
            yield Change(
                *where,
                finish.at,
                finish.places[seat],
                *before[seat],
                *skill,
                *tally[3:],
                *counted[seat],  # type: ignore[arg-type]
            )

    def _skill(self, user: int | None, bot: str, at: datetime) -> Skill:
        """Return a player's skill at a moment."""
        if user is None:
            return bot_ratings.skill(self.game, bot)
        tally = self._tallies.get(user)
        return (
            rating.after_absence(Skill(tally.mu, tally.sigma), at - tally.at) if tally else NEWCOMER
        )

    def _count(self, user: int, tally: Tally) -> None:
        season = seasons.name(tally.at)
        if user not in self._bases or self._bases[user][0] != season:
            self._bases[user] = season, self._tallies.get(user)
        self._tallies[user] = tally
        self._ends[user, ALL_TIME] = tally, None
        self._ends[user, season] = tally, self._bases[user][1]

    def _load_tallies(self, users: set[int]) -> None:
        """Load the tallies of new users before `start`."""
        new = users - self._known
        self._known |= new
        if self.start is None or not new:
            return
        season = seasons.name(self.start[0])
        self._tallies |= (before := self._last(new, self.start))
        bases = self._last(new, (datetime.combine(seasons.first_day(season), time(), UTC), ""))
        for user, tally in before.items():
            self._bases[user] = season, bases.get(user)
            self._ends[user, ALL_TIME] = tally, None
            if seasons.name(tally.at) == season:
                self._ends[user, season] = tally, bases.get(user)

    def _last(self, users: Collection[int], moment: Moment) -> dict[int, Tally]:
        """Return user id → the last tally before a moment. One query, along the index of
        histories."""
        earlier = RatingChange.objects.filter(
            meetings.before(moment), user=OuterRef("pk"), game=self.game, ladder=self.ladder
        )
        last = Subquery(earlier.order_by("-at", "-table").values("pk")[:1])
        rows: Any = RatingChange.objects.filter(
            pk__in=User.objects.filter(pk__in=users).values_list(last)
        )
        fields = ("mu_after", "sigma_after", "at", "games", "won", "drawn")
        return {user: Tally(*tally) for user, *tally in rows.values_list("user_id", *fields)}

    def _stored(self, tables: Sequence[str]) -> dict[Change, int]:
        # no further condition: SQLite would scan the whole ladder
        rows: Any = RatingChange.objects.filter(table__in=tables)
        return {Change(*values): pk for pk, *values in rows.values_list("pk", *Change._fields)}

    def _store(self, stored: dict[Change, int], changes: list[Change]) -> None:
        wrong = stored.keys() - set(changes)
        new = [change for change in changes if change not in stored]
        if wrong:
            RatingChange.objects.filter(pk__in=[stored[change] for change in wrong]).delete()
        RatingChange.objects.bulk_create(
            [RatingChange(**change._asdict()) for change in new], batch_size=TABLES
        )
        self.touched |= {change.table_id for change in (*wrong, *new)}

    @property
    def shared(self) -> set[int]:
        """Return the users who met somebody from their own address."""
        return self._meetings.shared

    def save(self, now: datetime) -> list[Difference]:
        """Write the ratings of the users seen (without `start`: of everybody); return the
        differences."""
        stored: Any = Rating.objects.filter(game=self.game, ladder=self.ladder)
        if self.start is None:
            self._known.update(stored.values_list("user_id", flat=True).distinct())
        else:
            stored = stored.filter(Q(season=ALL_TIME) | Q(season__gte=seasons.name(self.start[0])))
        expected: dict[int, dict[str, Row]] = {user: {} for user in sorted(self._known)}
        for (user, season), end in self._ends.items():
            expected[user][season] = _row(*end)
        return [
            difference
            for some in _batches(list(expected), PEOPLE)
            for difference in self._save(stored, {user: expected[user] for user in some}, now)
        ]

    def _save(
        self, stored: Any, expected: dict[int, dict[str, Row]], now: datetime
    ) -> list[Difference]:
        rows = stored.filter(user__in=list(expected)).values_list(
            "pk", "user_id", "season", *Row._fields
        )
        before = {(user, season): (pk, Row(*values)) for pk, user, season, *values in rows}
        after = {
            (user, season): row for user, found in expected.items() for season, row in found.items()
        }
        gone = before.keys() - after.keys()
        changed = [key for key, row in after.items() if key not in before or before[key][1] != row]
        Rating.objects.filter(pk__in=[before[key][0] for key in gone]).delete()
        self._write({key: after[key] for key in changed}, now)
        return [
            Difference(
                user,
                self.game,
                self.ladder,
                season,
                before.get((user, season), (0, None))[1],
                after.get((user, season)),
            )
            for user, season in sorted([*gone, *changed])
        ]

    def _write(self, rows: Mapping[tuple[int, str], Row], now: datetime) -> None:
        """Write ratings by user and season."""
        may = eligibility.of({user for user, _ in rows}, now) if rows else set()
        Rating.objects.bulk_create(
            [
                Rating(
                    user_id=user,
                    season=season,
                    game=self.game,
                    ladder=self.ladder,
                    eligible=user in may,
                    **row._asdict(),
                )
                for (user, season), row in rows.items()
            ],
            update_conflicts=True,
            unique_fields=["user", "game", "ladder", "season"],
            update_fields=[*Row._fields, "eligible"],
            batch_size=TABLES,
        )


def _row(tally: Tally, base: Tally | None) -> Row:
    """Return the rating of a tally, with the counts since `base`."""
    mu, sigma, at, games, won, drawn = tally
    before = base or NOTHING
    return Row(
        mu=mu,
        sigma=sigma,
        value=round(mu),
        deviation=round(sigma),
        games=games - before.games,
        won=won - before.won,
        drawn=drawn - before.drawn,
        last_at=at,
        established=rating.established(sigma, games),
    )


def _batches(things: list[Any], size: int) -> Iterator[list[Any]]:
    for start in range(0, len(things), size):
        yield things[start : start + size]
