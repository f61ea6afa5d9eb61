"""Take-backs: the rules on when a seat may take its last action back, and how often."""

from __future__ import annotations

from games import registry
from games.kernel import replay
from games.kernel.shuffle import Stream
from games.tables.models import Status
from games.tables.state import log_limit
from games.tables.state.snapshot import Snapshot


def take_backs(snapshot: Snapshot, seat: int) -> int:
    """Return how often the seat may still take back in this phase of the game; 0 in a log that has
    reached its limit."""
    return snapshot.extent.take_backs(seat) if snapshot.ply < log_limit.MAX_PLIES else 0


def may_ask(snapshot: Snapshot, seat: int, *, glance: bool = False) -> bool:
    """Tell whether the seat may ask the others for its last action, now that its turn is over:
    nobody has acted since, and it showed the seat nothing. Bots and caretakers are not asked, since
    they would have no reason to agree."""
    if snapshot.position is None or snapshot.status != Status.RUNNING or snapshot.undo_by:
        return False
    if len(snapshot.people) < len(snapshot.players) or len(snapshot.players) < 2:
        return False
    if seat in snapshot.to_act or not take_backs(snapshot, seat):
        return False
    return _showed_nothing(snapshot, seat, glance)


def may_undo(snapshot: Snapshot, seat: int, *, glance: bool = False) -> bool:
    """Tell whether the seat may take its last action back now: it still has to act, and the action
    showed it nothing."""
    if snapshot.position is None or snapshot.status != Status.RUNNING:
        return False
    if snapshot.players[seat].gone or not take_backs(snapshot, seat):
        return False
    return seat in snapshot.to_act and _showed_nothing(snapshot, seat, glance)


def _showed_nothing(snapshot: Snapshot, seat: int, glance: bool) -> bool:
    """Tell whether the newest entry is the seat's own action and showed it nothing. A `glance` is
    for a button: it goes by the screen's word, and a wrong yes is refused by the service.

    The outcome does not depend on the random numbers, so they are fixed.
    """
    position = snapshot.position
    if position is None or position.before is None or position.last is None:
        return False
    if position.last.seat != seat:
        return False
    reveals = registry.screen(snapshot.game).reveals if glance else None
    if reveals is not None:
        return not reveals(snapshot.view(seat), position.last.code)
    numbers = Stream(b"take back")
    return replay.revealed_nothing(snapshot.engine, position, seat, numbers)
