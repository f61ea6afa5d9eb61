"""Pauses before a bot acts, so that a person sees the action before."""

from __future__ import annotations

from datetime import datetime, timedelta

from games.tables.state.snapshot import Snapshot

# The pause before a turn, and that between its steps.
TURN, STEP = timedelta(milliseconds=900), timedelta(milliseconds=500)


def bot_at(table: Snapshot, now: datetime) -> datetime | None:
    """Return the moment at which a bot has to act; None if none has to. There is no pause if no
    person plays, or none wants one."""
    waiting = table.bots_to_act
    if not waiting:
        return None
    if not any(player.patient for player in table.players if not player.level):
        return now
    return now + (STEP if table.log and table.log[-1].entry.seat in waiting else TURN)
