"""The tables of a club, as rows of its page, without cards."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from games import registry
from games.community.clubs.models import Club
from games.community.clubs.selectors import Reader
from games.community.people import selectors as people
from games.kernel import clock
from games.registry import engines
from games.screens import clocks, titles
from games.tables.board import terms
from games.tables.models import Seat, Status, Table

SHOWN = 12  # tables of a kind on the page
SEATS = Prefetch("seats", Seat.objects.select_related("user", "table").order_by("number"))


@dataclass(frozen=True, slots=True)
class Row:
    """A table of a club. `names` are at taken seats; `line` says its terms or its result."""

    id: str
    title: str
    cover: str
    names: tuple[str, ...]
    line: str
    at: datetime
    mine: bool
    rated: bool


@dataclass(frozen=True, slots=True)
class Lobby:
    """The tables of a club that wait, run and have ended lately, for one reader."""

    open: list[Row]
    running: list[Row]
    ended: list[Row]


def of(club: Club, reader: Reader, *, member: bool) -> Lobby:
    """Return the tables of a club. Open ones are offered to members alone. At most seven
    queries."""
    tables = _tables(club)
    waiting: QuerySet[Table] = tables.filter(status=Status.OPEN).order_by("-created_at", "id")
    if isinstance(reader, User) and (apart := people.apart(reader.pk)):
        there = Seat.objects.filter(table=OuterRef("pk"), user__in=apart)
        waiting = waiting.exclude(creator__in=apart).exclude(Exists(there))
    running = tables.filter(status=Status.RUNNING).order_by("-started_at", "-id")
    seated = Exists(Seat.objects.filter(table=OuterRef("pk"), place__isnull=False))
    ended = tables.filter(seated, status=Status.ENDED).order_by("-ended_at", "-id")
    return Lobby(
        _rows(waiting, reader) if member else [], _rows(running, reader), _rows(ended, reader)
    )


def _tables(club: Club) -> QuerySet[Table]:
    """Return the tables of a club for those who see the club."""
    found = Table.objects.filter(of_club__club=club, game__in=engines().keys())
    return found if club.private else found.filter(private=False)


def _rows(tables: QuerySet[Table], reader: Reader) -> list[Row]:
    return [_row(table, reader) for table in tables.prefetch_related(SEATS)[:SHOWN]]


def _row(table: Any, reader: Reader) -> Row:
    seats = list(table.seats.all())
    names = tuple(seat.name for seat in seats)
    line = _result(seats) if table.status == Status.ENDED else _terms(table, len(seats))
    mine = reader is not None and any(seat.user_id == reader.pk for seat in seats)
    at = table.ended_at or table.started_at or table.created_at
    title = titles.short(engines()[table.game].title)
    cover = registry.screen(table.game).about.cover
    return Row(table.pk, title, cover, names, line, at, mine, table.rated)


def _terms(table: Table, taken: int) -> str:
    pace = clocks.pace(clock.stored(table.time_control))
    if table.status != Status.OPEN:
        return pace
    missing = _("%(count)s of %(seats)s seats taken") % {"count": taken, "seats": table.seat_count}
    return " · ".join([missing, pace, *terms.asked_briefly(table.asks)])


def _result(seats: list[Seat]) -> str:
    first = [seat.name for seat in seats if seat.place == 1]
    if len(first) == len(seats):
        return _("a draw")
    return _("%(names)s won") % {"names": ", ".join(first)}
