"""Ending a game whose time as a whole is up: whoever is to move has lost it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.tables import access
from games.tables.models import EndedBy, LeftBy, Status
from games.tables.services.finish import end
from games.tables.services.flag import after_flags
from games.tables.services.log import started
from games.tables.state.snapshot import Snapshot


@after_flags
@transaction.atomic
def adjudicate(*, table_id: str, now: datetime) -> bool:
    """End a running game, and return whether it ran. Who is to move is behind all others, who share
    the first place; if all are to move, they share it. Raises TableError."""
    table = access.lock(table_id)
    if table.status != Status.RUNNING:
        return False
    snapshot = started(table.id, table.status, table.version, now)
    if snapshot.status == Status.RUNNING:
        places = _places(snapshot)
        end(snapshot, EndedBy.FLAG, (None,) * len(places), places, now, stopped=True)
    return True


def _places(snapshot: Snapshot) -> tuple[int, ...]:
    count = len(snapshot.players)
    behind = {
        player.number
        for player in snapshot.players
        if player.number in snapshot.to_act or player.left_by != LeftBy.NONE
    }
    if len(behind) == count:
        return (1,) * count
    return tuple(count - len(behind) + 1 if seat in behind else 1 for seat in range(count))
