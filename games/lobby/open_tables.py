"""The open tables as rows of the lobby."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Case, Exists, OuterRef, Prefetch, QuerySet, When
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import names
from games.community.people import selectors as people
from games.community.people.models import Kind
from games.kernel import clock
from games.kernel.clock import PRESETS
from games.lobby import ages
from games.lobby.filters import Filters
from games.lobby.selectors import Game, games, variations
from games.ratings import ranks
from games.ratings.models import ALL_TIME, Rating
from games.ratings.rated_results import ladder_of
from games.ratings.rating import provisional
from games.screens import clocks
from games.tables import selectors
from games.tables.board import terms
from games.tables.models import Seat, Table

SHOWN = 24  # open tables on one page
EACH = 2  # rows of one user on a page; further tables fold into one row
LAST_PAGE = 1000


@dataclass(frozen=True, slots=True)
class Face:
    """A seat in a row: a person's first letter, a bot, or free."""

    letter: str = ""
    bot: bool = False


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table with a free seat."""

    id: str
    game: Game
    host: str
    rating: str
    """The host's rating: "1497", "1497?" if provisional, or ""."""
    faces: tuple[Face, ...]
    differs: tuple[str, ...]
    """The terms that differ from the defaults."""
    opened_at: datetime
    age: str
    rated: bool = False
    followed: bool = False
    """Whether the reader follows the host."""

    @property
    def taken(self) -> str:
        """Return a sentence: "3 of 5 seats taken, one by a bot"."""
        bots = sum(face.bot for face in self.faces)
        taken = bots + sum(bool(face.letter) for face in self.faces)
        sentence = _("%(taken)s of %(seats)s seats taken") % {
            "taken": taken,
            "seats": len(self.faces),
        }
        if not bots:
            return sentence
        by = ngettext("%(count)s by a bot", "%(count)s by bots", bots)
        return f"{sentence}, {by % {'count': terms.number(bots)}}"


@dataclass(frozen=True, slots=True)
class Fold:
    """A user's older open tables as one expandable row."""

    host: str
    tables: tuple[OpenTable, ...]


@dataclass(frozen=True, slots=True)
class OpenTables:
    """One page of the open tables, newest first; `page` counts from 1."""

    filters: Filters
    rows: list[OpenTable | Fold]
    total: int
    """The number of tables on all pages."""
    own: int = 0
    """The number of the reader's own tables, which are excluded."""
    page: int = 1

    @property
    def older(self) -> bool:
        """Return whether there is a next page."""
        return self.page * SHOWN < self.total

    @property
    def newer_page(self) -> str:
        """Return the query of the page with newer tables."""
        return self._query(self.page - 1)

    @property
    def older_page(self) -> str:
        """Return the query of the page with older tables."""
        return self._query(self.page + 1)

    def _query(self, page: int) -> str:
        return "&".join(filter(None, (f"page={page}", self.filters.query)))


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader's ties that change the list. Readers without ties share one list."""

    follows: frozenset[int] = frozenset()
    apart: frozenset[int] = frozenset()

    @classmethod
    def of(cls, user_id: int | None) -> Reader:
        """Return a user's ties; none for a visitor. At most two queries."""
        if user_id is None:
            return cls()
        apart = people.apart(user_id)
        return cls(people.tied_to(user_id, Kind.FOLLOW) - apart, apart)

    def apply(self, tables: QuerySet[Table]) -> QuerySet[Table]:
        """Return the tables without people apart from the reader, followed hosts first."""
        if self.apart:
            there = Seat.objects.filter(table=OuterRef("pk"), user__in=self.apart)
            tables = tables.exclude(creator__in=self.apart).exclude(Exists(there))
        if self.follows:
            first = Case(When(creator__in=self.follows, then=0), default=1)
            tables = tables.order_by(first, "-created_at", "id")
        return tables


EVERYBODY = Reader()


def listed(
    filters: Filters,
    now: datetime,
    *,
    mine: Collection[Table] = (),
    page: int = 1,
    reader: Reader = EVERYBODY,
) -> OpenTables:
    """Return a page of the open tables, without those in `mine`. Three queries, or four if they
    fill a page."""
    tables = reader.apply(filters.apply(selectors.open_tables()))
    tables = tables.exclude(pk__in=[table.pk for table in mine])
    start = SHOWN * (page - 1)
    seats = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))
    found = list(tables.prefetch_related(seats)[start : start + SHOWN + 1])
    several = page > 1 or len(found) > SHOWN
    return OpenTables(
        filters,
        _fold(found[:SHOWN], now, reader),
        tables.count() if several else len(found),
        sum(filters.passes(table) for table in mine),
        page,
    )


def count(game: str) -> int:
    """Return the number of open tables of a game."""
    return selectors.open_tables(game).count()


def _fold(tables: list[Table], now: datetime, reader: Reader) -> list[OpenTable | Fold]:
    """Return rows for these tables, at most EACH of a user: older ones share a row."""
    ratings = _ratings(tables, now)
    shown = {
        table.pk: replace(
            _open_table(table, ratings.get(_ladder(table), ""), now),
            followed=table.creator_id in reader.follows,
        )
        for table in tables
    }
    rows: list[OpenTable | Fold] = []
    seen: Counter[int] = Counter()
    for table in tables:
        seen[table.creator_id] += 1
        if seen[table.creator_id] <= EACH:
            rows.append(shown[table.pk])
        elif seen[table.creator_id] == EACH + 1:
            older = [other for other in tables if other.creator_id == table.creator_id][EACH:]
            rows.append(Fold(table.creator.name, tuple(shown[other.pk] for other in older)))
    return rows


def _ladder(table: Table) -> tuple[int, str, str]:
    return table.creator_id, table.game, ladder_of(table.seat_count, 0)


def _ratings(tables: Iterable[Table], now: datetime) -> dict[tuple[int, str, str], str]:
    """Return the ratings of the hosts by user, game and ladder. One query, or none."""
    hosts = {table.creator_id for table in tables}
    found = Rating.objects.filter(user__in=hosts, season=ALL_TIME) if hosts else ()
    return {(rating.user_id, rating.game, rating.ladder): _rating(rating, now) for rating in found}


def _rating(rating: Rating, now: datetime) -> str:
    return f"{rating.value}{'?' if provisional(ranks.deviation(rating, now)) else ''}"


def _open_table(table: Any, rating: str, now: datetime) -> OpenTable:
    seats = {seat.number: seat for seat in table.seats.all()}
    differs = different(table)
    return OpenTable(
        id=table.id,
        game=games()[table.game],
        host=table.creator.name,
        rating=rating,
        faces=tuple(_face(seats.get(number)) for number in range(table.seat_count)),
        differs=differs,
        opened_at=table.created_at,
        age=(ages.brief if differs else ages.sentence)(table.created_at, now),
        rated=table.rated,
    )


def _face(seat: Seat | None) -> Face:
    if seat is None:
        return Face()
    return Face(bot=True) if seat.user is None else Face(names.letter(seat.user.name))


def different(table: Table) -> tuple[str, ...]:
    """Return the terms that differ from the defaults: ("tactics", "3 rounds", "1 day a turn", "not
    rated")."""
    control = clock.stored(table.time_control)
    time = [clocks.pace(control)] if control != PRESETS["normal"] else []
    rating = [_("not rated")] if control.timed and not table.rated else []
    awake = [terms.sleepless()] if table.sleepless else []
    awake += terms.asked_briefly(table.asks)
    awake += [terms.silent()] if table.silent else []
    awake += [terms.lensless()] if table.lensless else []
    return (*variations(table), *time, *awake, *rating)
