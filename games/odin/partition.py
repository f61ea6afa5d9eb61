"""The best partition of a hand into sets, and its cost: fewer, larger and higher sets empty the
hand sooner. And the weights of the policy, most of them costs of sets."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from games.bots.weights import load
from games.odin.sets import OF_COLOUR, OF_NUMBER, SETS, Bits, CardSet

Plan: TypeAlias = Callable[[Bits], float]
"""The cost of the best partition of a hand."""


class Weights(NamedTuple):
    """The weights of the policy, roughly in turns: the cost of holding a set, and the value of
    fewer cards."""

    single: float
    """The cost of a nine that makes no set."""
    single_low: float
    """The cost added if it is a one; in between, a share of it for each step below nine."""
    pair: float
    """The cost of a pair whose highest card is a nine."""
    pair_low: float
    """The cost added if its highest card were a one."""
    three: float
    """The cost of a set of three that begins with a nine."""
    three_low: float
    """The cost added if it began with a one."""
    more: float
    """The cost of a larger set that begins with a nine."""
    more_low: float
    """The cost added if it began with a one."""
    card: float
    """The worth of a card less in hand, beside the cost of the others."""
    lead: float
    """The value of leading next, because nobody beats a set."""
    last: float
    """Its additional value where all other cards can be led at once."""
    danger: float
    """The cost of a set on which the other seat goes out."""


WEIGHTS = load(Weights, __file__)


def cost(some: CardSet, weights: Weights) -> float:
    """Return the cost of holding a set."""
    best, low = weights[2 * min(some.size, 4) - 2 :][:2]
    highest = some.value // 10 ** (some.size - 1)
    return best + low * (9 - float(highest)) / 8


def all_costs(weights: Weights) -> dict[Bits, float]:
    """Return the cost of each set, by its cards; 0 for no cards."""
    return {0: 0.0} | {cards: cost(some, weights) for cards, some in SETS.items()}


def planner(costs: dict[Bits, float]) -> Plan:
    """Return the function that finds the cost of the best partition of a hand.

    Larger sets cost less, so cards of one colour stay together unless some of them go with their
    number. Only these are tried.
    """
    red, green, blue, yellow, purple, orange = OF_COLOUR
    by_number = {own: _by_number(own, costs) for own in SETS if own & (own - 1) and _alike(own)}

    @lru_cache(maxsize=1 << 17)
    def plan(hand: Bits) -> float:
        ways = [(0.0, hand)]
        for group in OF_NUMBER:
            own = hand & group
            if own & (own - 1):
                ways = [
                    (spent + cost, left ^ cards)
                    for spent, left in ways
                    for cost, cards in by_number[own]
                ]
        return min(
            [
                spent
                + costs[left & red]
                + costs[left & green]
                + costs[left & blue]
                + costs[left & yellow]
                + costs[left & purple]
                + costs[left & orange]
                for spent, left in ways
            ]
        )

    return plan


def _alike(cards: Bits) -> bool:
    return any(cards & group == cards for group in OF_NUMBER)


def _by_number(own: Bits, costs: dict[Bits, float]) -> tuple[tuple[float, Bits], ...]:
    """Return the ways to make a set of some cards of one number, each with its cost; also none."""
    found, part = [(0.0, 0)], own
    while part:
        if part & (part - 1):
            found.append((costs[part], part))
        part = (part - 1) & own
    return tuple(found)
