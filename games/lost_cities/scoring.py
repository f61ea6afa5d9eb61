"""The score of an expedition (1.6)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from games.lost_cities.deck import Card, value

COST = 20
LONG = 8
BONUS = 20


def earns_bonus(expedition: tuple[Card, ...]) -> bool:
    """Tell whether an expedition has eight cards or more. Investments count."""
    return len(expedition) >= LONG


@cache  # there are no more than 2,048 expeditions in a suit
def score(expedition: tuple[Card, ...]) -> int:
    """Return the score of an expedition, in points; 0 if it was not begun."""
    if not expedition:
        return 0
    investments = sum([not value(card) for card in expedition])
    risked = (sum(map(value, expedition)) - COST) * (investments + 1)
    return risked + BONUS if earns_bonus(expedition) else risked


def total(expeditions: Iterable[tuple[Card, ...]]) -> int:
    """Return the score of all these expeditions together."""
    return sum(map(score, expeditions))
