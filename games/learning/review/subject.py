"""The subject of a review: the part of a table that is judged."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from accounts.models import User
from games.bots import evaluation
from games.bots.evaluation import Depth, Game, Turn
from games.kernel import replay
from games.kernel.protocol import Setup
from games.registry import bots, screen
from games.tables.models import EndedBy, Seat, Status, Table
from games.tables.state import stored_log, turns
from games.tables.state.turns import Run

WITHOUT = (EndedBy.ABORT, EndedBy.CLOSED)


def depth(game: str, seats: int, times: int = 1) -> Depth | None:
    """Return the depth of a review of this game, or None if its bot cannot judge."""
    return evaluation.depth(bots().get(game), seats, times)


def people(seats: list[Seat]) -> tuple[int, ...]:
    """Return the seats of people."""
    return tuple(sorted(seat.number for seat in seats if seat.user_id is not None))


def can_be_reviewed(table: Table, now: datetime) -> bool:
    """Return whether a table's ended game can be reviewed: not one broken off, nor one whose cards
    others still play."""
    return (
        table.status == Status.ENDED
        and table.ended_by not in WITHOUT
        and table.ply > 0
        and not table.copied
        and not table.is_sealed(now)
        and table.seats.filter(user__isnull=False, place__isnull=False).exists()
        and depth(table.game, table.seat_count) is not None
    )


def has_played(table: Table, user: User) -> bool:
    """Return whether a user has played this game."""
    return table.seats.filter(user=user, place__isnull=False).exists()


def runs(table: Table) -> tuple[Run, ...]:
    """Return the log of a table by turns, as its game divides them."""
    told = turns.of(stored_log.entries(table.id, 0, table.ply))
    cut = screen(table.game).cut
    return turns.cut(told, cut or turns.whole)


def views(table: Table, seat: int, plies: Sequence[int]) -> dict[int, Any]:
    """Return a seat's views before the entries at these plies."""
    bot, found = bots()[table.game], {}
    position = replay.begin(bot.engine, Setup(table.seat_count, table.options, table.ruleset))
    until = max(plies, default=-1) + 1
    for ply, (entry, _at) in enumerate(stored_log.entries(table.id, 0, until)):
        if ply in plies:
            found[ply] = bot.engine.view(position.state, seat)
        position = replay.advance(bot.engine, position, entry)
    return found


def game(table: Table, seats: list[Seat]) -> Game:
    """Return the game for judging."""
    entries = [entry for entry, _ in stored_log.entries(table.id, 0, table.ply)]
    told = tuple(
        Turn(run.seat, tuple((ply, entries[ply]) for ply in run.plies)) for run in runs(table)
    )
    setup = Setup(table.seat_count, table.options, table.ruleset)
    return Game(bots()[table.game], setup, told, people(seats))
