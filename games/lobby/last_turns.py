"""The last turn of each opponent, in the words of the log, with public cards only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F

from accounts.models import User
from games import registry
from games.kernel.protocol import UNDO
from games.kernel.replay import Entry
from games.screens.suits import Face
from games.tables.board import log
from games.tables.models import Action, Seat, Table
from games.tables.state import turns

TAIL = 6  # entries of each seat that are searched for its last turn

Moment = tuple[int, Entry, datetime]
"""A log entry with its ply and time."""


@dataclass(frozen=True, slots=True)
class LastTurn:
    """Turns in words, newest first, and the cards of the newest one."""

    lines: tuple[str, ...] = ()
    cards: tuple[Face, ...] = ()


NOTHING = LastTurn()


def by_table(tables: Sequence[Table], user: User) -> dict[str, LastTurn]:
    """Return table id → the others' last turns and the user's part of the current one. Two
    queries."""
    logs: dict[str, list[Moment]] = {}
    entries = Action.objects.filter(
        table__in=tables, ply__gte=F("table__ply") - TAIL * F("table__seat_count")
    ).order_by("table_id", "ply")
    for table_id, ply, seat, code, at in entries.values_list(
        "table_id", "ply", "seat", "code", "at"
    ):
        logs.setdefault(table_id, []).append((ply, Entry(seat, code), at))
    players: dict[str, dict[int, Seat]] = {}
    for row in Seat.objects.filter(table__in=tables).select_related("user", "table"):
        players.setdefault(row.table_id, {})[row.number] = row
    return {
        table.pk: _last_turn(table.game, logs.get(table.pk, []), players.get(table.pk, {}), user)
        for table in tables
    }


def _last_turn(
    game: str, tail: Sequence[Moment], players: Mapping[int, Seat], user: User
) -> LastTurn:
    screen = registry.screen(game)
    runs = _runs(tail)
    cut = turns.cut(runs, screen.cut) if screen.cut else runs
    newest = log.recalled(screen, cut)[::-1]
    wanted: list[turns.Run] = []
    for run in newest:
        mine = run.seat is not None and players[run.seat].user_id == user.pk
        known = any(other.seat == run.seat for other in wanted)
        if run.seat is not None and not known and (not mine or run is newest[0]):
            wanted.append(run)
    lines = []
    for run in wanted:
        player = players[run.seat or 0]
        lines.append(screen.tell(player.name, player.user_id == user.pk, run.codes))
    return LastTurn(tuple(lines), screen.pictured(wanted[0].codes) if wanted else ())


def _runs(tail: Sequence[Moment]) -> tuple[turns.Run, ...]:
    """Return the turns at the end of a log that stand. The first, which may be incomplete, is left
    out unless the log begins there."""
    kept: list[Moment] = []
    for moment in tail:
        if moment[1].code != UNDO:
            kept.append(moment)
        elif kept:  # else the undone entry is before the tail
            kept.pop()
    runs = turns.of((entry, at) for _, entry, at in kept)
    return runs[1:] if tail and tail[0][0] > 0 else runs
