"""Moves: acting, and taking back alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from django.core.exceptions import SynchronousOnlyOperation
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.sessions import Stamp
from games import registry
from games.kernel import replay
from games.kernel.protocol import UNDO, AnyEngine, IllegalAction
from games.kernel.replay import Entry, Position
from games.kernel.shuffle import Stream
from games.tables import access
from games.tables.errors import NotPossible, NotYourSeat, Over, StalePly, TableError
from games.tables.models import EndedBy, Status
from games.tables.services import fast_path
from games.tables.services.commit import answered_before, published
from games.tables.services.flag import after_flags
from games.tables.services.leave import end_deserted
from games.tables.services.log import Ready, append, append_at_once, append_in_loop, ready, started
from games.tables.state import snapshot_cache, take_back
from games.tables.state.public import PublicTable
from games.tables.state.snapshot import Snapshot

MARGIN = 10.0  # seconds


def act(
    *,
    table_id: str,
    user_id: int | None,
    code: str,
    ply: int,
    now: datetime,
    stamp: Stamp | None = None,
) -> PublicTable:
    """Play a code at a ply. A repeated request answers as the first did. Raises TableError."""
    return several(table_id=table_id, user_id=user_id, codes=(code,), ply=ply, now=now, stamp=stamp)


@published
@after_flags
def several(
    *,
    table_id: str,
    user_id: int | None,
    codes: Sequence[str],
    ply: int,
    now: datetime,
    stamp: Stamp | None = None,
) -> Snapshot:
    """Play codes one after the other, the first at this ply: all of them, or none and a refusal.
    Raises TableError."""
    move = (table_id, user_id, codes, ply, now, stamp)
    return _at_once(*move) or _in_turn(*move)


def _at_once(
    table_id: str,
    user_id: int | None,
    codes: Sequence[str],
    ply: int,
    now: datetime,
    stamp: Stamp | None,
) -> Snapshot | None:
    """Play the codes in one statement, as almost every move is: this process knows the newest
    version, and the codes are legal. None if nothing was written; then the locked row tells the
    reason."""
    before = snapshot_cache.remembered(table_id, 0) if fast_path.possible() else None
    if before is not None and before.ply < ply:  # another process has written since
        before = snapshot_cache.caught_up(table_id)
    move = _ready(before, user_id, stamp, lambda _before, _seat: codes, ply, now)
    return append_at_once(move) if move else None


def prepare(
    *,
    table_id: str,
    user_id: int | None,
    codes: Sequence[str],
    cards: Sequence[str],
    ply: int,
    now: datetime,
    stamp: Stamp,
) -> Ready | None:
    """Return a move for `play`: the codes, or without any the code that the game composes of cards.
    None if one statement is not enough: then `several` answers. No query."""
    if not fast_path.possible_in_loop():
        return None
    # The boards after the move are made of it as well, and have to find it in memory still.
    before = snapshot_cache.remembered(table_id, 0, snapshot_cache.NAMES_LAST - MARGIN)

    def made(table: Snapshot, seat: int) -> Sequence[str]:
        return codes or [_composed(table, seat, cards)]

    try:
        return _ready(before, user_id, stamp, made, ply, now)
    except SynchronousOnlyOperation:  # a deal is due, for which the secret has to be fetched
        return None


async def play(move: Ready) -> PublicTable | None:
    """Write a move and deliver it, in the event loop of a web server. None if nothing was written,
    or the database did not say so: then `several` answers, once however often it is asked."""
    after = await append_in_loop(move)
    return after.public if after else None


def _composed(table: Snapshot, seat: int, cards: Sequence[str]) -> str:
    compose = registry.screen(table.game).compose
    assert table.position is not None
    return compose(table.engine.view(table.position.state, seat), cards)[0] if compose else ""


def _ready(
    before: Snapshot | None,
    user_id: int | None,
    stamp: Stamp | None,
    codes: Callable[[Snapshot, int], Sequence[str]],
    ply: int,
    now: datetime,
) -> Ready | None:
    """Return a move as one statement; None if it is not so plain, or this process does not know
    that the session was good."""
    number = before.seated(user_id) if before else None
    if before is None or number is None or user_id is None or stamp is None:
        return None
    seat = access.proved(number, user_id, stamp)
    if (
        seat is None
        or before.status != Status.RUNNING
        or (before.flag_at is not None and before.flag_at <= now)
    ):
        return None
    try:
        position = _expected(before, number, ply)
        steps = _steps(before.engine, position, number, codes(before, number))
        return ready(before, steps, now, seat)
    except (IllegalAction, TableError):
        return None


@transaction.atomic
def _in_turn(
    table_id: str,
    user_id: int | None,
    codes: Sequence[str],
    ply: int,
    now: datetime,
    stamp: Stamp | None,
) -> Snapshot:
    seat = access.lock_seat(table_id, user_id, stamp)
    return _played(seat, codes, ply, now)


@published
@after_flags
@transaction.atomic
def answer(*, table_id: str, seat: int, code: str, ply: int, now: datetime) -> Snapshot:
    """Play the code of a bot or a caretaker at this ply. Raises TableError."""
    table = access.lock(table_id)
    bot = access.Locked(table.id, seat, table.status, table.version)
    return _played(bot, (code,), ply, now, by_bot=True)


def _played(
    seat: access.Locked, codes: Sequence[str], ply: int, now: datetime, *, by_bot: bool = False
) -> Snapshot:
    before = started(seat.table_id, seat.status, seat.version, now)
    if by_bot and not before.players[seat.number].level:
        raise NotYourSeat
    if _repeats(before, seat.number, codes, ply):
        return answered_before(before)
    position = _expected(before, seat.number, ply, by_bot=by_bot)
    if not before.people:
        return end_deserted(before, now)
    try:
        steps = _steps(before.engine, position, seat.number, codes)
    except IllegalAction as error:
        raise NotPossible(_why_not(before, seat.number)) from error
    return append(before, steps, now)


@published
@after_flags
@transaction.atomic
def undo(
    *, table_id: str, user_id: int | None, ply: int, now: datetime, stamp: Stamp | None = None
) -> Snapshot:
    """Take back the seat's own last action, if the seat must still act and has learnt nothing by
    it. Raises TableError."""
    seat = access.lock_seat(table_id, user_id, stamp)
    before = started(seat.table_id, seat.status, seat.version, now)
    if _repeats(before, seat.number, (UNDO,), ply):
        return answered_before(before)
    position = _expected(before, seat.number, ply)
    if not take_back.take_backs(before, seat.number):
        raise NotPossible(_("You have no take-backs left for now. Play on, and you get more."))
    if not take_back.may_undo(before, seat.number):
        raise NotPossible(
            _("That cannot be taken back: it showed you something, or your turn is over.")
        )
    entry = Entry(seat.number, UNDO)
    return append(before, [(entry, replay.advance(before.engine, position, entry))], now)


def _expected(snapshot: Snapshot, seat: int, ply: int, *, by_bot: bool = False) -> Position:
    if snapshot.status == Status.ENDED or snapshot.position is None:
        raise Over(
            _("Time was up. The game is over.") if snapshot.ended_by == EndedBy.FLAG else None
        )
    if snapshot.players[seat].gone and not by_bot:
        raise Over(_("You have left this game. A bot plays for you."))
    if snapshot.ply != ply:
        raise StalePly
    return snapshot.position


def _repeats(snapshot: Snapshot, seat: int, codes: Sequence[str], ply: int) -> bool:
    """Return whether this request was answered before."""
    if not 0 <= ply <= len(snapshot.log) - len(codes):
        return False
    return [logged.entry for logged in snapshot.log[ply : ply + len(codes)]] == [
        Entry(seat, code) for code in codes
    ]


def _steps(
    engine: AnyEngine, position: Position, seat: int, codes: Sequence[str]
) -> list[tuple[Entry, Position]]:
    """Return each code with the position after it. Raises IllegalAction, also if a deal or a forced
    step would come between two of them, or if what one of them shows decides about the next."""
    if len(codes) > 1 and not replay.foreseen(
        engine, position.state, seat, codes, Stream(b"several codes")
    ):
        raise IllegalAction("these codes depend on what the seat does not know")
    steps: list[tuple[Entry, Position]] = []
    for code in codes:
        if code == UNDO or (steps and replay.forced(engine, position)):
            raise IllegalAction(f"{code[:80]!r} is not the next step")
        entry = Entry(seat, code)
        position = replay.advance(engine, position, entry)
        steps.append((entry, position))
    return steps


def _why_not(snapshot: Snapshot, seat: int) -> str:
    waiting = [snapshot.players[other].name for other in sorted(snapshot.to_act)]
    if seat not in snapshot.to_act and waiting:
        return _("It is not your turn. %(name)s is to move.") % {"name": waiting[0]}
    return _("That move is not possible now. Nothing was played.")
