"""Queries of sets of deals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import groupby

from games.community.duplicate.models import DealSet
from games.community.duplicate.scoring import Line, Seated, result
from games.tables.models import EndedBy, Seat


def find(set_id: str) -> DealSet | None:
    """Return the set with this id, or None."""
    return DealSet.objects.filter(pk=set_id).first()


def opened_since(game: str, at: datetime, begin: datetime, end: datetime) -> bool:
    """Tell whether a seal of this game has been opened since this moment that hid a game which
    ended between the two others."""
    return DealSet.objects.filter(
        game=game,
        opened_at__gte=at,
        tables__table__ended_at__gte=begin,
        tables__table__ended_at__lt=end,
    ).exists()


def lines(deals: DealSet) -> list[Line]:
    """Return the results of a set by deal, table and seat: a line for each seat. `player` is the id
    of a user, or "=" and the level of a bot. Nothing while the seal is closed: a result tells what
    cards were worth that others still play. Two queries."""
    if not DealSet.objects.filter(pk=deals.pk, opened_at__isnull=False).exists():
        return []
    numbers = dict(deals.tables.values_list("table", "number"))
    seats = Seat.objects.filter(table__in=numbers).select_related("table")
    return _lines(seats.order_by("table", "number"), numbers)


def _lines(seats: Iterable[Seat], numbers: Mapping[str, int]) -> list[Line]:
    found = []
    for table_id, group in groupby(seats, key=lambda seat: seat.table_id):
        sat = [(seat, Seated(seat.score, seat.place, bool(seat.left_by))) for seat in group]
        for seat, mine in sat:
            others = [other for _seat, other in sat if other is not mine]
            aborted = seat.table.ended_by in (EndedBy.ABORT, EndedBy.CLOSED)
            player = str(seat.user_id or f"={seat.bot}")
            kind, lead = result(mine, others, aborted=aborted)
            number = numbers[table_id]
            found.append(Line(number, seat.number, table_id, player, kind, lead))
    return sorted(found, key=lambda line: (line.deal, line.table, line.seat))
