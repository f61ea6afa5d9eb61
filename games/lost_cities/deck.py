"""The cards of Lost Cities as small numbers: ten kinds to a suit, the investment first, then 2 to
10 (rules 1.1).

So within a suit a bigger number is a bigger card, and the three investments of a suit are one
number.
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

NAMES = tuple(suit + rank for suit in SUITS for rank in ("x", *map(str, range(2, KINDS + 1))))
CARDS = {name: card for card, name in enumerate(NAMES)}
SUIT_OF = tuple(card // KINDS for card in range(len(NAMES)))


def value(card: Card) -> int:
    """What is printed on a number card; 0 for an investment."""
    rank = card % KINDS
    return rank + 1 if rank else 0


@cache
def deck(suits: int) -> tuple[Card, ...]:
    return tuple(
        card for card in range(suits * KINDS) for _ in range(1 if value(card) else INVESTMENTS)
    )


def names(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(NAMES[card] for card in cards)


def cards(card_names: Iterable[str]) -> tuple[Card, ...]:
    return tuple(CARDS[name] for name in card_names)


@cache
def deck_names(suits: int) -> tuple[str, ...]:
    return names(deck(suits))
