"""The probability that the cards come that a side needs, and hence that it wins its stone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import TypeAlias

from games.schotten_totten.deck import Bits
from games.schotten_totten.needs import LEVELS, Needs

MOST, MOST_NEEDED = 9, 4
"""The most cards that one form can use (those of a colour), and that it can need."""
STEPS = 20
"""Probabilities of a single card are rounded to parts of this, so that tables can be kept."""
BARE = (
    *((83, 0.09), (80, 0.09), (76, 0.08), (72, 0.08)),
    *((59, 0.14), (55, 0.14), (42, 0.1), (40, 0.1)),
)
BARE_SUM = sum(chance for _, chance in BARE)
REST = ((13, 0.25), (16, 0.25), (19, 0.25), (21, 0.25))
"""The final levels of a side without clan cards: (level, probability), and the level otherwise."""

Table: TypeAlias = Sequence[Sequence[Sequence[float]]]
"""Number needed → useful cards in hand → useful cards out of sight → probability."""
Beats: TypeAlias = Sequence[float]
"""Level → probability that this level beats the other side."""


def table(held: float, steps: int) -> Table:
    """Return the table for cards in hand that can be spent with probability `held`, and others that
    come with probability `comes`."""
    return _table(held, min(STEPS - 1, steps))


@lru_cache(1 << 10)
def _table(held: float, steps: int) -> Table:
    rows = [_row(number, held) for number in range(MOST + 1)]
    drawn = [_row(number, steps / STEPS) for number in range(MOST + 1)]
    return [
        [[_at_least(needed, one, other) for other in drawn] for one in rows]
        for needed in range(MOST_NEEDED + 1)
    ]


def _row(number: int, chance: float) -> list[float]:
    """Return the probabilities that 0, 1, 2 … of so many cards come."""
    row = [1.0]
    for _ in range(number):
        row = [
            (row[at] * (1.0 - chance) if at < len(row) else 0.0)
            + (row[at - 1] * chance if at else 0.0)
            for at in range(len(row) + 1)
        ]
    return row


def _at_least(needed: int, one: list[float], other: list[float]) -> float:
    fewer = 0.0
    for first, chance in enumerate(one[:needed]):
        for more in other[: needed - first]:
            fewer += chance * more
    return 1.0 - fewer if needed else 1.0


def win(need: Needs, beats: Beats, by: Table, hand: Bits, out: Bits, fresh: float) -> float:
    """Return the probability that a side wins its stone. `hand` are the cards that its owner
    holds, `out` those that may come, `fresh` the probability that a side without clan cards can
    still become something."""
    found = 0.0
    if need.ways or need.bare:
        for level, chance in reached(need, by, hand, out, fresh):
            found += chance * beats[level]
        return found
    # Most questions are about sides that lack one card, or can become nothing more.
    left, one = 1.0, by[1]
    for level, cards in need.ones:
        chance = left * one[(cards & hand).bit_count()][(cards & out).bit_count()]
        found += chance * beats[level]
        left -= chance
    for level, chance in need.rest:
        found += left * chance * beats[level]
    return found


def beaten(need: Needs, first: bool, by: Table, hand: Bits, out: Bits, fresh: float) -> Beats:
    """Return by level the probability that it beats a side. An incomplete side loses ties, a
    complete one if the other side is complete before it (`first`)."""
    if need.level >= 0:
        return STEP[need.level - first]
    spread = [0.0] * LEVELS
    for level, chance in reached(need, by, hand, out, fresh):
        spread[level] += chance
    return list(accumulate(spread))


def reached(need: Needs, by: Table, hand: Bits, out: Bits, fresh: float) -> list[tuple[int, float]]:
    """Return (level, probability) for all levels that an incomplete side can reach."""
    if need.bare:
        return [(level, fresh * chance) for level, chance in BARE] + [
            (level, (1.0 - fresh * BARE_SUM) * chance) for level, chance in REST
        ]
    found, left = [], 1.0
    for level, cards in need.ones:
        chance = left * by[1][(cards & hand).bit_count()][(cards & out).bit_count()]
        found.append((level, chance))
        left -= chance
    for level, parts in need.ways:
        chance = left
        for cards, number in parts:
            chance *= by[number][(cards & hand).bit_count()][(cards & out).bit_count()]
        found.append((level, chance))
        left -= chance
    return found + [(level, left * chance) for level, chance in need.rest]


STEP = [[float(level > than) for level in range(LEVELS)] for than in range(LEVELS)]
"""Level of a complete side → the levels that beat it if ties lose; of level - 1, if ties win."""
