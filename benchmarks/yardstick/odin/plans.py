"""The best partition of a hand into sets, and its cost: the fewer, larger and higher the sets are,
the sooner the hand is empty.

A cost is roughly a number of turns. Among similar numbers, these won most points.
"""

from __future__ import annotations

from functools import cache, lru_cache

from games.odin.sets import NAMES, OF_COLOUR, OF_NUMBER, SETS, Bits, CardSet

COSTS = ((1.0, 0.15), (0.9, 0.5), (0.6, 0.35), (0.23, 0.3))
"""For sets of one card, two, three, and more: the cost of a set of nines, and the cost added if the
set begins with a one."""


def _cost(some: CardSet) -> float:
    best, low = COSTS[min(some.size, len(COSTS)) - 1]
    highest = some.value // 10 ** (some.size - 1)
    return best + low * (9 - float(highest)) / 8


def _alike_to(card: Bits, groups: tuple[Bits, ...]) -> Bits:
    return next(group for group in groups if group & card)


SAME_COLOUR = {1 << i: _alike_to(1 << i, OF_COLOUR) for i in range(len(NAMES))}
SAME_NUMBER = {1 << i: _alike_to(1 << i, OF_NUMBER) for i in range(len(NAMES))}
LONE = {card: _cost(SETS[card]) for card in SAME_COLOUR}


@cache  # there are not more than the sets
def _with_first(cards: Bits) -> tuple[tuple[float, Bits], ...]:
    """Return the sets that hold the first of these cards, each with its cost. The cards are all of
    one colour or of one number."""
    first = cards & -cards
    rest = part = cards ^ first
    found = [(_cost(SETS[cards]), cards)]
    while part:
        part = (part - 1) & rest
        found.append((_cost(SETS[part | first]), part | first))
    return tuple(found)


@lru_cache(maxsize=1 << 17)
def plan(hand: Bits) -> float:
    """Return the cost of the best partition of a hand."""
    if not hand:
        return 0.0
    first = hand & -hand
    colour, number = hand & SAME_COLOUR[first], hand & SAME_NUMBER[first]
    if colour == number:  # it is like no other card
        return LONE[first] + plan(hand ^ first)
    least = min(cost + plan(hand ^ cards) for cost, cards in _with_first(colour))
    if number == first:
        return least
    return min(least, *[cost + plan(hand ^ cards) for cost, cards in _with_first(number)])
