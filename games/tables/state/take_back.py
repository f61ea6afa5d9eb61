"""Take-backs: whether a seat may take its last action back, and how often."""

from __future__ import annotations

from games.kernel import replay
from games.kernel.shuffle import Stream
from games.tables.models import Status
from games.tables.state import log_limit
from games.tables.state.snapshot import Snapshot

GLANCE = 1  # imagined state where a wrong yes would only show a button that is then refused


def take_backs(snapshot: Snapshot, seat: int) -> int:
    """Return how often the seat may still take back before the game moves on: 0 in a log that has
    grown long by it."""
    return snapshot.extent.take_backs(seat) if snapshot.ply < log_limit.MAX_PLIES else 0


def may_undo(snapshot: Snapshot, seat: int, samples: int = replay.SAMPLES) -> bool:
    """Tell whether the seat may take its last action back now, tried on so many imagined states.

    The dice are of no consequence, so they are fixed.
    """
    if snapshot.position is None or snapshot.status != Status.RUNNING:
        return False
    if snapshot.players[seat].gone or not take_backs(snapshot, seat):
        return False
    return replay.may_take_back(
        snapshot.engine, snapshot.position, seat, Stream(b"take back"), samples
    )
