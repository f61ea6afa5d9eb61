"""When bots act: after a moment in which a person sees what happened before."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.tables.state.snapshot import Snapshot

# before a turn, and between its steps
TURN, STEP = timedelta(milliseconds=900), timedelta(milliseconds=500)


def bot_at(table: Snapshot, now: datetime) -> datetime | None:
    """The moment at which a bot is to act; None if none has to. Nobody waits who does not want to,
    or who is not there."""
    waiting = table.bots_to_act
    if not waiting:
        return None
    if not any(player.patient for player in table.players if not player.level):
        return now
    return now + (STEP if table.log and table.log[-1].entry.seat in waiting else TURN)
