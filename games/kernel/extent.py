"""How far a log reaches, by what of it stands: entries that were taken back, and the taking back,
do not count.

Each seat may take back TAKE_BACKS times before the log stands longer than it ever did, so no log is
longer than a small multiple of what stands. The rule asks nothing about turns: it is the same for a
game that one seat plays alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.kernel.protocol import UNDO, Seat
from games.kernel.replay import Entry

TAKE_BACKS = 3


@dataclass(frozen=True, slots=True)
class Extent:
    """So many entries stand, so many stood at most, and these seats have taken back since, one for
    each time."""

    standing: int = 0
    longest: int = 0
    taken: tuple[Seat, ...] = ()

    def after(self, entry: Entry) -> Extent:
        """The extent with one more entry."""
        if entry.seat is not None and entry.code == UNDO:
            return Extent(self.standing - 1, self.longest, (*self.taken, entry.seat))
        standing = self.standing + 1
        return (
            Extent(standing, standing)
            if standing > self.longest
            else Extent(standing, self.longest, self.taken)
        )

    def take_backs(self, seat: Seat) -> int:
        """How often the seat may still take back."""
        return max(0, TAKE_BACKS - self.taken.count(seat))


NOTHING = Extent()


def of(entries: Iterable[Entry]) -> Extent:
    extent = NOTHING
    for entry in entries:
        extent = extent.after(entry)
    return extent
