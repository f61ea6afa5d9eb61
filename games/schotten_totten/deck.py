"""The cards of Schotten Totten as small numbers: 54 clan cards, colour by colour, then the ten
tactics cards (2.1).

A set of clan cards is an integer with a bit for each. A set of strengths is an integer of nine
bits.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

Card: TypeAlias = int
Cards: TypeAlias = tuple[Card, ...]
Bits: TypeAlias = int

COLOURS = "GBRYPK"
STRENGTHS = 9
CLAN = len(COLOURS) * STRENGTHS
"""The number of clan cards, and the number of the first tactics card."""
EVERY: Bits = (1 << CLAN) - 1
EVERY_STRENGTH: Bits = (1 << STRENGTHS) - 1

CLAN_NAMES = tuple(
    [colour + str(strength) for colour in COLOURS for strength in range(1, STRENGTHS + 1)]
)
TACTICS_NAMES = (
    "joker1",
    "joker2",
    "spy",
    "shield",
    "blind",
    "mud",
    "recruiter",
    "strategist",
    "banshee",
    "traitor",
)
NAMES = CLAN_NAMES + TACTICS_NAMES
CARDS = {name: card for card, name in enumerate(NAMES)}

JOKER1, JOKER2, SPY, SHIELD, BLIND, MUD, RECRUITER, STRATEGIST, BANSHEE, TRAITOR = range(
    CLAN, len(NAMES)
)
JOKERS = (JOKER1, JOKER2)
ELITE = (*JOKERS, SPY, SHIELD)
MODES = (BLIND, MUD)

REACH: dict[Card, Bits] = {card: 1 << card % STRENGTHS for card in range(CLAN)}
"""The strengths that a card on a side can have (2.8)."""
REACH |= {JOKER1: EVERY_STRENGTH, JOKER2: EVERY_STRENGTH, SPY: 1 << 6, SHIELD: 0b111}


def strength(card: Card) -> int:
    """Return the strength of a clan card, 1 to 9."""
    return card % STRENGTHS + 1


def names(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the names of cards."""
    return tuple(map(NAMES.__getitem__, cards))


def cards(card_names: Iterable[str]) -> Cards:
    """Return the cards that have these names. Raise KeyError for a name that no card has."""
    return tuple(map(CARDS.__getitem__, card_names))


def as_bits(clan_cards: Iterable[Card]) -> Bits:
    """Return the set of these clan cards."""
    return sum([1 << card for card in clan_cards])


def members(bits: Bits) -> Cards:
    """Return the members of a set, the lowest first."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return tuple(found)
