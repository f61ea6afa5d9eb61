"""Results of pairings, from their tables or instead of a game that nobody played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from games.community.events.formats.values import by_place, of_two
from games.community.events.models import Entry, Event, Format, Pairing, Round
from games.tables import services as tables
from games.tables.models import EndedBy, Seat, Status

SHORT = 12
"""With fewer log entries, a game given up looks agreed."""
PAIRED_ANEW = (Format.SWISS, Format.GROUPS, Format.ARENA)
"""Formats that pair the others without an absent player."""


def settle(event: Event, made: Round, now: datetime) -> bool:
    """Write the results of the tables of a round that have ended; return whether there was one."""
    rows = made.pairings.filter(settled_at=None, table__status=Status.ENDED)
    ended = list(rows.select_related("table"))
    for pairing in ended:
        assert pairing.table is not None
        seats = list(pairing.table.seats.order_by("number"))
        pairing.points, pairing.forfeit = _points(event, pairing.table.ended_by, seats)
        gave_up = pairing.table.ended_by in (EndedBy.RESIGN, EndedBy.DRAW)
        pairing.short = event.by_two and gave_up and pairing.table.ply < SHORT
        pairing.settled_at = now
        if event.duplicate:
            pairing.points = None  # until all have played these cards (services.deals)
        pairing.save(update_fields=["points", "forfeit", "short", "settled_at"])
        if event.format in PAIRED_ANEW:
            _leave_out(pairing, seats, now)
    return bool(ended)


def _points(event: Event, ended_by: str, seats: Sequence[Seat]) -> tuple[list[float], bool]:
    """Return the points of the seats, and whether nobody played. Of a game that was broken off,
    whoever walked out has none; if nobody did, nobody has any."""
    if ended_by == EndedBy.ABORT or any(seat.place is None for seat in seats):
        away = [seat.walked_at is not None for seat in seats]
        won = any(away) and not all(away)
        most = 1.0 if event.by_two else 12.0
        return [most if won and not absent else 0.0 for absent in away], True
    places = [seat.place or 1 for seat in seats]
    found = of_two(places) if event.by_two else by_place(places)
    return list(found), False


def _leave_out(pairing: Pairing, seats: Iterable[Seat], now: datetime) -> None:
    """Stop pairing players who walked out of a game, until they come back."""
    away = [pairing.players[seat.number] for seat in seats if seat.walked_at is not None]
    Entry.objects.filter(pk__in=away, withdrawn_at=None, bot="").update(withdrawn_at=now)


def end_overdue(pairings: Iterable[Pairing], now: datetime) -> bool:
    """End the first game of a round that still runs after its last day; return whether there was
    one. Raises TableError."""
    running = [one.table_id for one in pairings if one.settled_at is None and one.table_id]
    return any(tables.adjudicate(table_id=table_id, now=now) for table_id in running)
