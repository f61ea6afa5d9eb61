"""The cards of Odin as bits, and every set that can be played (rules 3.1 and 3.3).

Bits run in the order of the codes: numbers high to low, then colours. A hand is an int, and so is a set.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

Bits: TypeAlias = int
"""Some of the cards."""

COLOURS = "RGBYPO"
NUMBERS = range(1, 10)

NAMES = tuple([colour + str(number) for number in reversed(NUMBERS) for colour in COLOURS])
CARDS: dict[str, Bits] = {name: 1 << i for i, name in enumerate(NAMES)}
DECK: Bits = (1 << len(NAMES)) - 1
ALIKE: tuple[tuple[str, ...], ...] = (
    *[tuple([name for name in NAMES if name[0] == colour]) for colour in COLOURS],
    *[tuple([name for name in NAMES if name[1] == str(number)]) for number in NUMBERS],
)
"""All cards of one colour, or of one number."""


def names(cards: Bits) -> tuple[str, ...]:
    """In the order of the codes."""
    found = []
    while cards:
        lowest = cards & -cards
        found.append(NAMES[lowest.bit_length() - 1])
        cards ^= lowest
    return tuple(found)


def as_bits(card_names: Iterable[str]) -> Bits:
    return sum([CARDS[name] for name in card_names])


class CardSet(NamedTuple):
    """Cards that can be played together: one card, or several of one colour or of one number."""

    value: int
    """The digits from high to low, read as one number. A bigger set is worth more."""
    size: int
    cards: Bits
    code: str

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.code.split(" "))


def _set(card_names: tuple[str, ...]) -> CardSet:
    return CardSet(int("".join([name[1] for name in card_names])), len(card_names), as_bits(card_names), " ".join(card_names))
