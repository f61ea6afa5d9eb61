"""The cards of Lost Cities as small numbers: ten kinds in each suit, the investment first, then 2
to 10 (1.1).

Within a suit a higher card has a higher number. The three investments of a suit have one number.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

Card: TypeAlias = int
Suit: TypeAlias = int

SUITS = "YBWGRP"
KINDS = 10
INVESTMENTS = 3

NAMES = tuple([suit + rank for suit in SUITS for rank in ("x", *map(str, range(2, KINDS + 1)))])
CARDS = {name: card for card, name in enumerate(NAMES)}
SUIT_OF = tuple([card // KINDS for card in range(len(NAMES))])


def value(card: Card) -> int:
    """Return the number on a card, 2 to 10; 0 for an investment."""
    rank = card % KINDS
    return rank + 1 if rank else 0


@cache
def deck(suits: int) -> tuple[Card, ...]:
    """Return all cards of a game with so many suits, sorted."""
    return tuple(
        [card for card in range(suits * KINDS) for _ in range(1 if value(card) else INVESTMENTS)]
    )


def names(cards: Iterable[Card]) -> tuple[str, ...]:
    """Return the names of cards."""
    return tuple(map(NAMES.__getitem__, cards))


def cards(card_names: Iterable[str]) -> tuple[Card, ...]:
    """Return the cards that have these names. Raise KeyError for a name that no card has."""
    return tuple(map(CARDS.__getitem__, card_names))


@cache
def deck_names(suits: int) -> tuple[str, ...]:
    """Return the names of all cards of a game with so many suits."""
    return names(deck(suits))
