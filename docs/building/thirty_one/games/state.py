"""A moment of Thirty One."""

from __future__ import annotations

from dataclasses import dataclass

from games.kernel.protocol import Seat

NAMES = tuple([f"{suit}{number}" for suit in "RGBY" for number in range(1, 10)])
HAND, LIMIT = 3, 31


def total(cards: tuple[str, ...]) -> int:
    """Return the sum of the numbers of some cards."""
    return sum(int(card[1:]) for card in cards)


@dataclass(frozen=True, slots=True)
class State:
    """Everything that is so, whoever may know it."""

    order: tuple[Seat, ...] = ()  # of play; empty before it is dealt
    hands: tuple[tuple[str, ...], ...] = ()  # by seat number
    stock: tuple[str, ...] = ()  # the next card first
    played: tuple[str, ...] = ()  # the last card last

    @property
    def over(self) -> bool:
        """Tell whether the total is over the limit."""
        return total(self.played) > LIMIT

    @property
    def turn(self) -> Seat | None:
        """Return the seat to act; None before the deal and at the end."""
        if not self.hands or self.over:
            return None
        return self.order[len(self.played) % 2]
