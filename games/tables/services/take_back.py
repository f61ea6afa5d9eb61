"""Take-backs by consent: a player whose turn is over asks for the last action, and it is taken back
when all others agree. The ask lapses with the next entry, and there is one at each position."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.sessions import Stamp
from games.kernel import replay
from games.kernel.protocol import UNDO
from games.kernel.replay import Entry
from games.tables.errors import NotPossible, StalePly
from games.tables.models import DECLINED
from games.tables.services.commit import answered_before, published
from games.tables.services.flag import after_flags
from games.tables.services.lock_running import lock_running
from games.tables.services.log import append
from games.tables.services.offers import offer
from games.tables.state import take_back
from games.tables.state.snapshot import Snapshot


@published
@after_flags
@transaction.atomic
def take_back_together(
    *,
    table_id: str,
    user_id: int | None,
    ply: int,
    now: datetime,
    agree: bool = True,
    stamp: Stamp | None = None,
) -> Snapshot:
    """Ask for the seat's own last action, agree to what somebody else asks for, or decline and
    withdraw it (`agree` False). `ply` is that of the board that asked: whoever agrees has seen what
    is taken back. Raises TableError."""
    before, seat = lock_running(table_id, user_id, now, stamp)
    if before.ply != ply:
        if agree and before.ply == ply + 1 and before.log[-1].entry.code == UNDO:
            return answered_before(before)
        raise StalePly
    if not agree:
        asked = before.undo_by not in ("", DECLINED)
        return offer(before, seat, now, undo_by=DECLINED) if asked else before
    if before.undo_by == DECLINED:
        raise NotPossible(_("A take-back was declined just now. Play on first."))
    if str(seat) in before.undo_by:
        return before
    if not before.undo_by:
        _check(before, seat)
    agreed = before.undo_by + str(seat)
    if any(str(other) not in agreed for other in before.people):
        return offer(before, seat, now, undo_by=agreed)
    return _taken(before, int(agreed[0]), now)


def _check(before: Snapshot, seat: int) -> None:
    """Raise NotPossible if the seat may not ask now."""
    if not take_back.take_backs(before, seat):
        raise NotPossible(_("You have no take-backs left for now. Play on, and you get more."))
    if not take_back.may_ask(before, seat):
        raise NotPossible(
            _("That cannot be taken back: it showed you something, or somebody has moved since.")
        )


def _taken(before: Snapshot, asker: int, now: datetime) -> Snapshot:
    assert before.position is not None
    entry = Entry(asker, UNDO)
    return append(before, [(entry, replay.advance(before.engine, before.position, entry))], now)
