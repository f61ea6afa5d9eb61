"""The cards of Schotten Totten as small numbers: 54 clan cards, colour by colour, then the ten
tactics cards (rules 2.1).

A set of clan cards is an integer with a bit for each, a set of strengths one with nine bits.
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
"""How many clan cards there are, and the number of the first tactics card."""
EVERY: Bits = (1 << CLAN) - 1
EVERY_STRENGTH: Bits = (1 << STRENGTHS) - 1

CLAN_NAMES = tuple(
    colour + str(strength) for colour in COLOURS for strength in range(1, STRENGTHS + 1)
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
"""The strengths that a card which takes a place can have (2.8)."""
REACH |= {JOKER1: EVERY_STRENGTH, JOKER2: EVERY_STRENGTH, SPY: 1 << 6, SHIELD: 0b111}


def strength(card: Card) -> int:
    return card % STRENGTHS + 1


def names(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(NAMES[card] for card in cards)


def cards(card_names: Iterable[str]) -> Cards:
    return tuple(CARDS[name] for name in card_names)


def as_bits(clan_cards: Iterable[Card]) -> Bits:
    return sum(1 << card for card in clan_cards)


def members(bits: Bits) -> Cards:
    """What is in a set, lowest first."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return tuple(found)
