"""Sets of seats and their stored text, the seats that must act, and the seat deal.

A set of seats is stored as the digits of its seats in ascending order: "" is nobody, "02" is seats
0 and 2. Only `parse` and `text` know this form. It has one digit for each seat, so a table has at
most `MAX_SEATS` seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

from games.kernel.protocol import Seat

Seats: TypeAlias = frozenset[Seat]
"""A set of seats, for example those that must act."""

MAX_SEATS = 10

NO_SEAT: Seat = -1
"""The number for no seat, which a state may use instead of None."""

NOBODY: Seats = frozenset()

ACTING: Mapping[Seat | None, Seats] = {
    None: NOBODY,
    **{seat: frozenset({seat}) for seat in range(MAX_SEATS)},
}
"""The seat to act → the set of it alone; None → nobody. For games in which one seat acts at a
time."""


def seat_cards(seats: int) -> tuple[str, ...]:
    """Return the cards of the seat deal, "S0", "S1" and so on. An engine whose order of play is
    drawn asks for them in `chance`."""
    return tuple(f"S{seat}" for seat in range(seats))


def seat_order(cards: Sequence[str]) -> tuple[Seat, ...]:
    """Return the seats in order of play, as the seat deal has put their cards."""
    return tuple(int(card.removeprefix("S")) for card in cards)


@lru_cache(maxsize=1 << MAX_SEATS)
def parse(stored: str) -> Seats:
    """Return the set of seats of a stored text. Raise ValueError if `text` did not write it."""
    if not (stored.isascii() and list(stored) == sorted(set(stored))):
        raise ValueError(f"not a set of seats: {stored!r}")
    return frozenset(int(digit) for digit in stored)


def text(seats: Iterable[Seat]) -> str:
    """Return the text that stores these seats. Raise ValueError if one of them is not from 0 to
    9."""
    ordered = sorted(set(seats))
    if not all(0 <= seat < MAX_SEATS for seat in ordered):
        raise ValueError(f"seats are numbered from 0 to {MAX_SEATS - 1}: {ordered}")
    return "".join(map(str, ordered))
