"""The conversion of a live game to correspondence as stored in the table's row: the earlier time
control, and the ply from which the new one counts."""

from __future__ import annotations

from games.kernel import clock
from games.kernel.clock import TimeControl

SLOW = "daily"


def stored(control: str, ply: int) -> str:
    """Return the column of a table whose next entry is of this ply."""
    return f"{control} {ply}"


def before(slowed: str) -> tuple[TimeControl, int] | None:
    """Return the time control of the beginning, and the first ply of the new one; None if it has
    not changed."""
    if not slowed:
        return None
    name, ply = slowed.rsplit(" ", 1)  # custom controls have a space in their name
    return clock.stored(name), int(ply)
