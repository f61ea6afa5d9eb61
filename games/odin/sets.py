"""The cards of Odin as bits, and every set that can be played (3.1 and 3.3).

Bits are in the order of the codes: numbers from high to low, then colours. A hand is one number,
and so are the cards of a set.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

Bits: TypeAlias = int
"""Some of the cards, a bit for each."""

COLOURS = "RGBYPO"
NUMBERS = range(1, 10)

NAMES = tuple(f"{colour}{number}" for number in reversed(NUMBERS) for colour in COLOURS)
CARDS: dict[str, Bits] = {name: 1 << i for i, name in enumerate(NAMES)}
DECK: Bits = (1 << len(NAMES)) - 1


def single(cards: Bits) -> list[Bits]:
    """Return the cards one by one."""
    found = []
    while cards:
        found.append(cards & -cards)
        cards &= cards - 1
    return found


@lru_cache(1 << 12)
def names(cards: Bits) -> tuple[str, ...]:
    """Return the names of the cards, in the order of the codes."""
    return tuple([NAMES[card.bit_length() - 1] for card in single(cards)])


def as_bits(card_names: Iterable[str]) -> Bits:
    """Return the cards that have these names. Raise KeyError for a name that no card has."""
    return sum(CARDS[name] for name in card_names)


OF_COLOUR = tuple(as_bits([name for name in NAMES if name[0] == colour]) for colour in COLOURS)
OF_NUMBER = tuple(as_bits([name for name in NAMES if name[1] == str(number)]) for number in NUMBERS)


class CardSet(NamedTuple):
    """Cards that can be played together: one card, or several of one colour or of one number."""

    value: int
    """The digits from high to low, read as one number. So a set of more cards has always a higher
    value."""
    size: int
    cards: Bits
    code: str
    """The names of the cards."""


def _parts(cards: Bits) -> Iterable[Bits]:
    """Yield every part of the cards that is not empty."""
    part = cards
    while part:
        yield part
        part = (part - 1) & cards


def _set(cards: Bits) -> CardSet:
    named = names(cards)
    return CardSet(int("".join(name[1] for name in named)), len(named), cards, " ".join(named))


SETS = {part: _set(part) for alike in OF_COLOUR + OF_NUMBER for part in _parts(alike)}
"""All 3,579 sets, by their cards."""


@cache  # there are not more than the sets
def _alike(cards: Bits) -> tuple[CardSet, ...]:
    """Return the sets that can be made of cards of one colour or of one number, the lowest value
    first."""
    return tuple(sorted(SETS[part] for part in _parts(cards)))


@lru_cache(maxsize=1 << 12)
def within(hand: Bits) -> tuple[CardSet, ...]:
    """Return every set that the hand holds, the lowest value first."""
    found: list[CardSet] = []
    for colour in OF_COLOUR:
        if own := hand & colour:
            found += _alike(own)
    for number in OF_NUMBER:
        own = hand & number
        if own & (own - 1):  # single cards have been found by colour
            found += [some for some in _alike(own) if some.size > 1]
    found.sort()
    return tuple(found)
