"""The extent of a log: how many of its entries stand. Entries that were taken back do not, and
neither do the take-backs.

Each seat may take back TAKE_BACKS times before more entries stand than ever before. So a log is at
most a small multiple of the entries that stand. The rule does not look at turns, so it also holds
for a game of one seat.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.kernel.protocol import UNDO, Seat
from games.kernel.replay import Entry

TAKE_BACKS = 3


@dataclass(frozen=True, slots=True)
class Extent:
    """The extent of a log: how many entries stand, their maximum so far, and the seats of the
    take-backs since then."""

    standing: int = 0
    longest: int = 0
    taken: tuple[Seat, ...] = ()

    def after(self, entry: Entry) -> Extent:
        """Return the extent with one more entry."""
        if entry.seat is not None and entry.code == UNDO:
            return Extent(self.standing - 1, self.longest, (*self.taken, entry.seat))
        standing = self.standing + 1
        return (
            Extent(standing, standing)
            if standing > self.longest
            else Extent(standing, self.longest, self.taken)
        )

    def take_backs(self, seat: Seat) -> int:
        """Return how often the seat may still take back."""
        return max(0, TAKE_BACKS - self.taken.count(seat))


NOTHING = Extent()


def of(entries: Iterable[Entry]) -> Extent:
    """Return the extent of a log."""
    extent = NOTHING
    for entry in entries:
        extent = extent.after(entry)
    return extent
