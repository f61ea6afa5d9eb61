"""Lists of public tables, running and ended, without cards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import paging
from games.kernel import clock
from games.lobby import ages
from games.lobby.filters import Filters
from games.lobby.selectors import Game, games
from games.ratings import rated_results
from games.ratings.models import Ladder
from games.registry import engines
from games.screens import clocks
from games.screens.ending import with_hints
from games.tables.models import EndedBy, Seat, Status, Table
from games.tables.selectors import any_of

SHOWN = 24  # tables on a page
STRIP = 4  # tables of a kind on the front page
_BEHIND = Seat.objects.filter(table=OuterRef("table"), place__gt=1)
RESULTS = {
    "won": Q(place=1) & Exists(_BEHIND),
    "drawn": Q(place=1) & ~Exists(_BEHIND),
    "lost": Q(place__gt=1),
}
"""Result → the condition for a player's seat."""
SEATS = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))


@dataclass(frozen=True, slots=True)
class PublicGame:
    """A running or ended public table."""

    table: Table
    game: Game
    names: tuple[str, ...]
    pace: str
    age: str
    result: str = ""
    rematch: bool = False
    """Whether the reader may ask for a rematch."""

    @property
    def users(self) -> list[User]:
        """Return the people who sit there."""
        return [seat.user for seat in self.table.seats.all() if seat.user is not None]


@dataclass(frozen=True, slots=True)
class GamePage:
    """A page of tables, newest first, and the key of the next page, or ""."""

    tables: list[PublicGame]
    after: str = ""


def running(filters: Filters, now: datetime, *, after: str = "") -> GamePage:
    """Return public tables at which people play each other, latest start first. Two queries."""
    return _page(running_tables(filters), "started_at", after, SHOWN, now)


def to_watch(reader: User | None, now: datetime) -> list[PublicGame]:
    """Return a few public tables for the front page, without the reader's own. Two queries."""
    tables = running_tables(Filters())
    if reader:
        tables = tables.exclude(Exists(Seat.objects.filter(table=OuterRef("pk"), user=reader)))
    return _page(tables, "started_at", "", STRIP, now).tables


def running_tables(filters: Filters) -> QuerySet[Table]:
    """Return the public tables at which people play each other."""
    tables = Table.objects.filter(status=Status.RUNNING, private=False)
    return filters.apply(tables.filter(game__in=engines().keys(), seat_count__gte=F("bots") + 2))


def finished(reader: User, now: datetime) -> list[PublicGame]:
    """Return the reader's latest tables that ended with places. Two queries."""
    again = Table.objects.filter(rematch_of=OuterRef("pk")).exclude(ended_by=EndedBy.CLOSED)
    tables = _own(reader, "", STRIP).annotate(has_rematch=Exists(again))
    shown = _page(tables, "ended_at", "", STRIP, now).tables
    return [replace(one, rematch=_may_ask(one.table, reader)) for one in shown]


def _may_ask(table: Any, reader: User) -> bool:
    return not (table.deal or table.has_rematch or (table.rated and reader.is_guest))


def own(reader: User, now: datetime, *, after: str = "") -> GamePage:
    """Return a page of the reader's tables that ended with places. Two queries."""
    return _page(_own(reader, after, SHOWN), "ended_at", after, SHOWN, now)


def _own(reader: User, after: str, shown: int) -> QuerySet[Table]:
    seats = Seat.objects.filter(user=reader, place__isnull=False, ended_at__isnull=False)
    newest = seats.filter(table__game__in=engines().keys()).order_by("-ended_at", "-table")
    if key := paging.key(after):
        newest = newest.filter(paging.behind("ended_at", "table", key))
    return Table.objects.filter(pk__in=any_of([newest.values("table")[: shown + 1]]))


def of_people(user_ids: Collection[int], now: datetime) -> list[PublicGame]:
    """Return the public tables at which these people play, latest change first. At most two
    queries."""
    if not user_ids:
        return []
    seats = Seat.objects.filter(user__in=user_ids, ended_at=None).values("table")
    tables = running_tables(Filters()).filter(pk__in=seats).order_by("-changed_at", "pk")
    return [_public_game(table, table.changed_at, now) for table in tables.prefetch_related(SEATS)]


def ended(
    now: datetime,
    *,
    game: str = "",
    people: Sequence[User] = (),
    since: datetime | None = None,
    until: datetime | None = None,
    result: str = "",
    ladder: str = "",
    after: str = "",
) -> GamePage:
    """Return public tables that ended with places, by game, players, their result (of RESULTS),
    ladder and time, latest first. Two queries."""
    span = {"ended_at__gte": since, "ended_at__lt": until}
    span = {condition: at for condition, at in span.items() if at}
    if people:
        seats = _seats(game, span, paging.key(after))
        seats = seats.filter(RESULTS[result]) if result else seats
        parts = [seats.filter(user=user).values("table")[: SHOWN + 1] for user in people]
        # no other condition on tables: SQLite would scan all ended ones
        tables = Table.objects.filter(pk__in=any_of(parts))
    else:
        tables = ended_tables(game).filter(**span)
    if ladder:
        tables = tables.filter(rated_results.belongs(Ladder(ladder)), rated=True)
    return _page(tables, "ended_at", after, SHOWN, now)


def _seats(game: str, span: Mapping[str, Any], key: tuple[datetime, str] | None) -> QuerySet[Seat]:
    """Return the seats at public tables, in the order of the page, from a covering index."""
    known = {"listed": game} if game else {"listed__in": list(engines())}
    seats = Seat.objects.filter(**known, listed__gt="").order_by("-ended_at", "-table")
    seats = seats.filter(**span)
    return seats.filter(paging.behind("ended_at", "table", key)) if key else seats


def ended_tables(game: str = "") -> QuerySet[Table]:
    """Return the public tables that ended with places, perhaps of one game."""
    tables = Table.objects.filter(status=Status.ENDED, private=False)
    tables = tables.exclude(ended_by__in=(EndedBy.ABORT, EndedBy.CLOSED))
    return tables.filter(game=game) if game else tables.filter(game__in=engines().keys())


def _page(tables: QuerySet[Table], by: str, after: str, shown: int, now: datetime) -> GamePage:
    """Return the page after a key."""
    if key := paging.key(after):
        tables = tables.filter(paging.behind(by, "pk", key))
    found = list(tables.order_by(f"-{by}", "-pk").prefetch_related(SEATS)[: shown + 1])
    last = found[shown - 1] if len(found) > shown else None
    return GamePage(
        [_public_game(table, getattr(table, by), now) for table in found[:shown]],
        paging.written(getattr(last, by), last.pk) if last else "",
    )


def _public_game(table: Any, at: datetime, now: datetime) -> PublicGame:
    seats = list(table.seats.all())
    return PublicGame(
        table,
        games()[table.game],
        tuple(seat.name for seat in seats),
        clocks.pace(clock.stored(table.time_control)),
        ages.sentence(at, now),
        _result(table, seats) if table.status == Status.ENDED else "",
    )


def _result(table: Table, seats: Sequence[Seat]) -> str:
    """Return the result for a spectator: "Ann won 61 : 44", "Draw"; with the number of hints."""
    hints = with_hints(sum(seat.hints for seat in seats))
    return ", ".join(filter(None, (_places(table, seats), hints)))


def _places(table: Table, seats: Iterable[Seat]) -> str:
    placed = sorted(seats, key=lambda seat: (seat.place or 0, seat.number))
    scored = table.ended_by == EndedBy.RULES and all(seat.score is not None for seat in placed)
    # no line break within a score
    scores = "\u00a0:\u00a0".join(str(seat.score).replace("-", "\u2212") for seat in placed)
    if len(placed) == 1:
        return _points(placed[0].score) if scored else _("Not finished")
    winners = [seat.name for seat in placed if seat.place == 1]
    if len(winners) == len(placed):
        return _("Draw %(scores)s") % {"scores": scores} if scored else _("Draw")
    how = {
        EndedBy.RULES: _("%(names)s won"),
        EndedBy.RESIGN: _("%(names)s won by resignation"),
        EndedBy.FLAG: _("%(names)s won on time"),
    }
    sentence = how.get(EndedBy(table.ended_by), how[EndedBy.RULES]) % {
        "names": _(" and ").join(winners)
    }
    return f"{sentence} {scores}" if scored else sentence


def _points(score: int | None) -> str:
    return ngettext("%(count)s point", "%(count)s points", score or 0) % {"count": score or 0}
