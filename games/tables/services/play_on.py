"""Playing on against bots from a moment of an ended game."""

from __future__ import annotations

import hashlib
from datetime import datetime
from random import Random

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import registry
from games.kernel import clock, redeal, replay
from games.kernel.protocol import Setup
from games.kernel.replay import Entry
from games.tables import access
from games.tables.errors import NoSuchTable, NotPossible
from games.tables.models import EndedBy, Order, Status, Table
from games.tables.services import allowances
from games.tables.services.open_table import opened
from games.tables.state import circles, stored_log

NO_MOMENT = (EndedBy.ABORT, EndedBy.CLOSED)


@transaction.atomic
def play_on(*, table_id: str, ply: int, seat: int, user: User, now: datetime) -> Table:
    """Return a table that goes on from the position after the first `ply` entries of an ended game:
    the user in that seat, the strongest bots in the others. Cards that the seat could not see then
    are dealt again. The same request leads to the same table until that has ended. Raises
    TableError.
    """
    before = access.find(table_id)
    if not before.seats.filter(user=user).exists() and circles.hides(before, user.pk):
        raise NoSuchTable
    if before.status != Status.ENDED or before.ended_by in NO_MOMENT:
        raise NotPossible(_("You can play on only from a game that has ended."))
    if before.is_sealed(now):
        raise NotPossible(_("Others still play these cards. Play on when the seal is open."))
    if not 0 < ply < before.ply or not 0 <= seat < before.seat_count:
        raise NoSuchTable(_("This game has no such moment."))
    allowances.lock(user)
    key = hashlib.sha256(f"on {table_id} {ply} {seat}".encode()).hexdigest()
    again = Table.objects.filter(creator=user, request_key=key)
    again.filter(status=Status.ENDED).update(request_key="")
    if found := again.first():
        return found
    first = _entries(before, ply, seat)
    level = registry.levels(before.game)[-1]
    facts = {name: getattr(before, name) for name in ("game", "ruleset", "options", "seat_count")}
    facts |= {"order": Order.SEATS, "private": True, "rated": False, "request_key": key}
    facts |= {"time_control": clock.UNTIMED.name, "copied": len(first)}
    bots = {number: level for number in range(before.seat_count) if number != seat}
    return opened(user, seat, "", "", bots, now, first=first, **facts)


def _entries(before: Table, ply: int, seat: int) -> list[Entry]:
    """Return the entries that the game begins with. Raises NotPossible if no seat must act then."""
    engine = registry.engines()[before.game]
    setup = Setup(before.seat_count, before.options, before.ruleset)
    told = [entry for entry, _at in stored_log.entries(before.id, 0, ply)]
    entries = replay.effective(told)
    if not engine.to_act(replay.fold(engine, setup, entries).state):
        raise NotPossible(_("There is nothing to play on from at this moment."))
    # Nothing depends on the secrecy of these cards: the game counts nowhere.
    rng = Random()
    return redeal.dealt_anew(engine, setup, entries, seat, rng)
