"""Take-backs: the rules on when a seat may take its last action back, and how often."""

from __future__ import annotations

from collections.abc import MutableSequence
from functools import partial
from typing import Any

from games.kernel import replay
from games.kernel.protocol import Rng
from games.kernel.shuffle import Stream
from games.tables.models import Status
from games.tables.state import log_limit
from games.tables.state.snapshot import Snapshot

# The number of imagined states for a board, where a wrong yes only shows a button that is refused.
GLANCE = 1


class Backwards:
    """The numbers for a glance: the cards in the opposite order. Random ones would take a tenth of
    a move."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Turn the items around, in place."""
        x.reverse()

    def randrange(self, start: int, /) -> int:
        """Return the last number below `start`."""
        return start - 1


def take_backs(snapshot: Snapshot, seat: int) -> int:
    """Return how often the seat may still take back in this phase of the game; 0 in a log that has
    reached its limit."""
    return snapshot.extent.take_backs(seat) if snapshot.ply < log_limit.MAX_PLIES else 0


def may_ask(snapshot: Snapshot, seat: int, samples: int = replay.SAMPLES) -> bool:
    """Tell whether the seat may ask the others for its last action, now that its turn is over:
    nobody has acted since, and it showed the seat nothing. Bots and caretakers are not asked, since
    they would have no reason to agree."""
    if snapshot.position is None or snapshot.status != Status.RUNNING or snapshot.undo_by:
        return False
    if len(snapshot.people) < len(snapshot.players) or len(snapshot.players) < 2:
        return False
    if seat in snapshot.to_act or not take_backs(snapshot, seat):
        return False
    return replay.revealed_nothing(
        snapshot.engine,
        snapshot.position,
        seat,
        _numbers(samples),
        samples,
        partial(snapshot.views, seat),
    )


def may_undo(snapshot: Snapshot, seat: int, samples: int = replay.SAMPLES) -> bool:
    """Tell whether the seat may take its last action back now, tried on this number of imagined
    states.

    The outcome does not depend on the random numbers, so they are fixed.
    """
    if snapshot.position is None or snapshot.status != Status.RUNNING:
        return False
    if snapshot.players[seat].gone or not take_backs(snapshot, seat):
        return False
    return replay.may_take_back(
        snapshot.engine,
        snapshot.position,
        seat,
        _numbers(samples),
        samples,
        partial(snapshot.views, seat),
    )


def _numbers(samples: int) -> Rng:
    return Backwards() if samples == GLANCE else Stream(b"take back")
