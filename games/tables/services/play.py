"""What a seat does in its turn: act, and take back."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.kernel import replay
from games.kernel.protocol import UNDO, IllegalAction
from games.kernel.replay import Entry, Position
from games.tables import access, positions
from games.tables.errors import NotPossible, Over, StalePly
from games.tables.models import EndedBy, Status
from games.tables.positions import Snapshot
from games.tables.services.flags import after_flags
from games.tables.services.log import MAX_PLIES, append, started


@after_flags
@transaction.atomic
def act(*, table_id: str, user_id: int | None, code: str, ply: int, now: datetime, stamp: str | None = None) -> Snapshot:
    """Play a code at a ply. A repeated request answers as the first did. Raises TableError."""
    seat = access.lock_seat(table_id, user_id, stamp)
    before = started(seat.table_id, seat.status, seat.version, now)
    if _repeats(before, seat.number, code, ply):
        return before
    position = _expected(before, seat.number, ply)
    entry = Entry(seat.number, code)
    try:
        if code == UNDO:
            raise IllegalAction("taking back is not a code")
        after = replay.advance(before.engine, position, entry)
    except IllegalAction as error:
        raise NotPossible(_why_not(before, seat.number)) from error
    return append(before, entry, now, after)


@after_flags
@transaction.atomic
def undo(*, table_id: str, user_id: int | None, ply: int, now: datetime, stamp: str | None = None) -> Snapshot:
    """Take back the seat's own last action, while it is still to act and has learnt nothing by it. Raises TableError."""
    seat = access.lock_seat(table_id, user_id, stamp)
    before = started(seat.table_id, seat.status, seat.version, now)
    if _repeats(before, seat.number, UNDO, ply):
        return before
    position = _expected(before, seat.number, ply)
    if not positions.may_undo(before, seat.number):
        raise NotPossible(_("That cannot be taken back: it showed you something, or your turn is over."))
    entry = Entry(seat.number, UNDO)
    return append(before, entry, now, replay.advance(before.engine, position, entry))


def _expected(snapshot: Snapshot, seat: int, ply: int) -> Position:
    if snapshot.status == Status.ENDED or snapshot.position is None:
        raise Over(_("Time was up. The game is over.") if snapshot.ended_by == EndedBy.FLAG else None)
    if snapshot.players[seat].gone:
        raise Over(_("You have left this game. A caretaker plays for you."))
    if snapshot.ply != ply:
        raise StalePly
    if snapshot.ply >= MAX_PLIES:
        raise NotPossible(_("This game has reached the longest log that we keep. Resign, or agree to end it."))
    return snapshot.position


def _repeats(snapshot: Snapshot, seat: int, code: str, ply: int) -> bool:
    """Whether this very request has been answered before."""
    return 0 <= ply < len(snapshot.log) and snapshot.log[ply].entry == Entry(seat, code)


def _why_not(snapshot: Snapshot, seat: int) -> str:
    waiting = [player.name for player in snapshot.players if str(player.number) in snapshot.to_act]
    if str(seat) not in snapshot.to_act and waiting:
        return _("It is not your turn. %(name)s is to move.") % {"name": waiting[0]}
    return _("That move is not possible now. Nothing was played.")
