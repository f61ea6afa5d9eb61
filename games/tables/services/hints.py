"""Hints: the choice of the strongest bot. A player asks, a worker for bots computes it without a
lock on the table, as for a bot's own choice, and the boards of this player show it.

The dice follow from table and ply, so that a task that runs twice finds the same. A hint belongs to
its ply: after a move nobody sees it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.sessions import Stamp
from games import registry
from games.sweep import sweep
from games.tables import access
from games.tables.errors import NotPossible, Over, StalePly, TableError
from games.tables.models import NO_HINT, Level, Seat, Status, Table
from games.tables.services import bots, task_queue
from games.tables.services.commit import answered_before, committed, published
from games.tables.services.flag import after_flags
from games.tables.services.log import started
from games.tables.state import hints, snapshot_cache
from games.tables.state.player import Player
from games.tables.state.snapshot import Snapshot

ATTEMPTS = 2
# The time after which a task is lost, or the worker that took it. It is more than two attempts and
# a full queue take; the player may ask again.
LOST = timedelta(seconds=20)


@published
@after_flags
@transaction.atomic
def ask_hint(
    *, table_id: str, user_id: int | None, ply: int, now: datetime, stamp: Stamp | None = None
) -> Snapshot:
    """Ask for a hint at this ply. A repeated request changes nothing, unless no hint was found.
    Raises TableError."""
    seat = access.lock_seat(table_id, user_id, stamp)
    at = started(seat.table_id, seat.status, seat.version, now)
    _check(at, seat.number, ply)
    player = at.players[seat.number]
    if player.hint_ply == ply and player.hint_code != NO_HINT:
        return answered_before(at)
    transaction.on_commit(
        lambda: task_queue.send(task_queue.HINT, table_id, seat.number, ply), robust=True
    )
    return _kept(at, replace(player, hint_ply=ply, hint_code=""), now)


@published
@after_flags
@transaction.atomic
def hide_hint(
    *, table_id: str, user_id: int | None, now: datetime, stamp: Stamp | None = None
) -> Snapshot:
    """Hide the hint of this player. Safe to repeat. Raises TableError."""
    seat = access.lock_seat(table_id, user_id, stamp)
    at = started(seat.table_id, seat.status, seat.version, now)
    player = at.players[seat.number]
    if at.status != Status.RUNNING or player.hint_ply is None:
        return answered_before(at)
    return _kept(at, replace(player, hint_ply=None, hint_code=""), None)


def _check(at: Snapshot, seat: int, ply: int) -> None:
    if at.status == Status.ENDED:
        raise Over
    if at.sealed_until is not None:
        raise NotPossible(_("There are no hints while a deal counts."))
    if not hints.offered(at, seat):
        raise NotPossible(_("Hints are for games that are not rated, alone or against bots."))
    if at.ply != ply:
        raise StalePly
    if seat not in at.to_act:
        raise NotPossible(_("It is not your turn."))


def find_hint(
    *, table_id: str, seat: int, ply: int, clock: Callable[[], float] = time.monotonic
) -> str | None:
    """Return the code of the strongest bot, NO_HINT if it fails; None if the seat no longer wants
    it."""
    table = Table.objects.filter(pk=table_id, ply=ply, status=Status.RUNNING).first()
    if table is None or table.game not in registry.bots():
        return None
    snapshot = snapshot_cache.current(table)
    if snapshot.position is None or not _is_wanted(snapshot, seat, ply):
        return None
    engine, state = snapshot.engine, snapshot.position.state
    view, legal = engine.view(state, seat), engine.legal_actions(state, seat)
    strongest = Level(registry.levels(table.game)[-1])
    for number in range(ATTEMPTS if legal else 0):
        dice = bots.dice_for(table_id, ply, number)
        code = bots.attempt(snapshot, strongest, view, seat, legal, dice, clock)
        if code is not None:
            return code
    return NO_HINT


@published
@after_flags
@transaction.atomic
def keep_hint(*, table_id: str, seat: int, ply: int, code: str, now: datetime) -> Snapshot:
    """Show a hint to the player who has asked for it at this ply, and count it; NO_HINT counts for
    nothing. Safe to repeat. Raises TableError."""
    table = access.lock(table_id)
    at = started(table.id, table.status, table.version, now)
    if not _is_wanted(at, seat, ply):
        return answered_before(at)
    player = at.players[seat]
    found = code != NO_HINT
    return _kept(at, replace(player, hint_code=code, hints=player.hints + found), None)


def _is_wanted(at: Snapshot, seat: int, ply: int) -> bool:
    """Tell whether a seat still waits for the hint of this ply."""
    player = at.players[seat]
    waits = player.hint_ply == ply == at.ply and not player.hint_code
    return waits and hints.offered(at, seat)


def _kept(at: Snapshot, player: Player, looked_for: datetime | None) -> Snapshot:
    """Return the table with another state of a player's hint, and write and deliver it.
    `looked_for`: since when, while it is."""
    Seat.objects.filter(table_id=at.id, number=player.number).update(
        hints=player.hints,
        hint_ply=player.hint_ply,
        hint_code=player.hint_code,
        hint_at=looked_for,
    )
    # Boards and processes remember a table by its version.
    Table.objects.filter(pk=at.id).update(version=at.version + 1)
    players = tuple(player if one.number == player.number else one for one in at.players)
    return committed(replace(at, version=at.version + 1, players=players), at)


def give_up_hints(*, now: datetime, limit: int = 200) -> int:
    """Tell players that no hint was found where its task was lost; return how many. Safe to run in
    several workers at once."""
    lost = lost_hints(now=now)
    rows = lost.order_by("hint_at").values_list("pk", "table_id", "number", "hint_ply")

    def give_up(row: tuple[int, str, int, int | None]) -> int:
        pk, table_id, seat, ply = row
        if ply is not None:
            with suppress(TableError):
                keep_hint(table_id=table_id, seat=seat, ply=ply, code=NO_HINT, now=now)
        lost.filter(pk=pk).update(hint_at=None)
        return 1

    return sweep(list(rows), give_up, limit=limit, what="A hint could not be given up")


def lost_hints(*, now: datetime) -> QuerySet[Seat]:
    """Return the seats whose hint has timed out."""
    return Seat.objects.filter(hint_at__lte=now - LOST)
