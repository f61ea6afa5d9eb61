"""Adjudication of a game whose total time is up: the seat to act has lost it."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.kernel import endings
from games.tables import access
from games.tables.models import EndedBy, LeftBy, Status
from games.tables.services.finish import end
from games.tables.services.flag import after_flags
from games.tables.services.leave import gone
from games.tables.services.log import started


@after_flags
@transaction.atomic
def adjudicate(*, table_id: str, now: datetime) -> bool:
    """End a running game, and return whether it ran. The seat to act is flagged, behind all others,
    who share the first place; if all must act, they share it. Raises TableError."""
    table = access.lock(table_id)
    if table.status != Status.RUNNING:
        return False
    snapshot = started(table.id, table.status, table.version, now)
    if snapshot.status == Status.RUNNING:
        late = snapshot.to_act - {*snapshot.left}
        if len(late) + len(snapshot.left) < len(snapshot.players):
            for seat in sorted(late):
                snapshot = gone(snapshot, seat, LeftBy.FLAG)
        places = endings.places((1,) * len(snapshot.players), snapshot.left)
        end(snapshot, EndedBy.FLAG, (None,) * len(places), places, now, stopped=True)
    return True
