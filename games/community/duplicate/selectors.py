"""Queries for sets of deals."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from itertools import groupby

from django.db.models import Q

from games.community.duplicate.models import DealSet, Match
from games.community.duplicate.scoring import Line, SeatResult, result
from games.registry import engines
from games.tables.models import EndedBy, Seat, Status
from games.tables.state import circles


def find(set_id: str) -> DealSet | None:
    """Return the set with this id, or None."""
    return DealSet.objects.filter(pk=set_id, game__in=list(engines())).first()


def is_hidden(deals: DealSet, user_id: int | None) -> bool:
    """Return whether a set is hidden from a user, as it belongs to a private circle. At most two
    queries."""
    played = deals.tables.select_related("table").first()
    return played is not None and circles.hides(played.table, user_id)


def opened_since(game: str, at: datetime, begin: datetime, end: datetime) -> bool:
    """Return whether a seal opened since `at` was on a game that ended between `begin` and
    `end`."""
    return DealSet.objects.filter(
        game=game,
        opened_at__gte=at,
        tables__table__ended_at__gte=begin,
        tables__table__ended_at__lt=end,
    ).exists()


def lines(deals: DealSet) -> list[Line]:
    """Return the results of a set by deal, table and seat; none while the seal is closed, since
    they say something about cards that others still play. `player` is the id of a user, or "=" and
    the level of a bot. Two queries."""
    if not DealSet.objects.filter(pk=deals.pk, opened_at__isnull=False).exists():
        return []
    return _lines(dict(deals.tables.values_list("table", "number")))


def known_lines(deals: DealSet, user_id: int | None) -> list[Line]:
    """Return the results of a set that a user may see: all when its seal is open, before that those
    of the user's ended tables. At most three queries."""
    if deals.opened_at is not None:
        return lines(deals)
    mine = deals.tables.filter(table__seats__user=user_id, table__status=Status.ENDED)
    return _lines(dict(mine.values_list("table", "number"))) if user_id is not None else []


def stages(deals: DealSet) -> dict[tuple[int, int], str]:
    """Return the status of each table of a set by deal and user. One query."""
    rows = deals.tables.filter(table__seats__user__isnull=False)
    found = rows.values_list("number", "table__seats__user", "table__status")
    return {(number, user): status for number, user, status in found}


def match_of(set_id: str) -> Match | None:
    """Return the match of a set with its players, or None."""
    found = Match.objects.filter(pk=set_id).select_related("deal_set", "first", "second")
    return found.first()


def matches_of(user_id: int) -> list[Match]:
    """Return the latest matches of a user."""
    mine = Match.objects.filter(Q(first=user_id) | Q(second=user_id))
    found = mine.select_related("deal_set", "first", "second").order_by("-deal_set__created_at")
    return list(found.filter(deal_set__game__in=list(engines()))[:20])


def _lines(numbers: Mapping[str, int]) -> list[Line]:
    """Return the lines of tables, from the numbers of their deals."""
    sitting = Seat.objects.filter(table__in=list(numbers)).select_related("table")
    seats, found = sitting.order_by("table", "number"), []
    for table_id, group in groupby(seats, key=lambda seat: seat.table_id):
        sat = [(seat, SeatResult(seat.score, seat.place, bool(seat.left_by))) for seat in group]
        for seat, mine in sat:
            others = [other for _seat, other in sat if other is not mine]
            aborted = seat.table.ended_by in (EndedBy.ABORT, EndedBy.CLOSED)
            player = str(seat.user_id or f"={seat.bot}")
            kind, lead = result(mine, others, aborted=aborted)
            number = numbers[table_id]
            found.append(Line(number, seat.number, table_id, player, kind, lead))
    return sorted(found, key=lambda line: (line.deal, line.table, line.seat))
