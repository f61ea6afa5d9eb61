"""Sets of seats, and the text that stores them.

A set of seats is stored as the digits of its seats in ascending order: "" is nobody, "02" is seats
0 and 2. Only `parse` and `text` know this form. It has one digit for each seat, so a table has at
most `MAX_SEATS` seats.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from games.kernel.protocol import Seat

Seats: TypeAlias = frozenset[Seat]
"""A set of seats, for example those that have to act."""

MAX_SEATS = 10

NOBODY: Seats = frozenset()

ACTING: tuple[Seats, ...] = tuple(frozenset({seat}) for seat in range(MAX_SEATS))
"""`ACTING[seat]` is the set of that seat alone. Made once, because engines return it often."""


@lru_cache(maxsize=1 << MAX_SEATS)
def parse(stored: str) -> Seats:
    """Return the set of seats that was stored as this text; raise ValueError if `text` did not
    write it."""
    if not (stored.isascii() and list(stored) == sorted(set(stored))):
        raise ValueError(f"not a set of seats: {stored!r}")
    return frozenset(int(digit) for digit in stored)


def text(seats: Iterable[Seat]) -> str:
    """Return the text that stores these seats; raise ValueError if one of them is not from 0 to
    9."""
    ordered = sorted(set(seats))
    if not all(0 <= seat < MAX_SEATS for seat in ordered):
        raise ValueError(f"seats are numbered from 0 to {MAX_SEATS - 1}: {ordered}")
    return "".join(map(str, ordered))
