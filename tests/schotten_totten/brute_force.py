"""Formations and claims as the rules define them, found by trying everything. This module knows
nothing of the engine; cards are names."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise, product

COLOURS = "GBRYPK"
CLAN = [colour + str(strength) for colour in COLOURS for strength in range(1, 10)]
Worth = tuple[int, int]


@cache
def values(card: str) -> list[tuple[str, int]]:
    """Return the cards that a card can stand for: any colour for elite troops, and the strengths of
    2.8."""
    strengths = {"joker1": range(1, 10), "joker2": range(1, 10), "spy": [7], "shield": [1, 2, 3]}
    if card in strengths:
        return [(colour, strength) for colour in COLOURS for strength in strengths[card]]
    return [(card[0], int(card[1]))]


def rank(cards: Sequence[tuple[str, int]]) -> int:
    """Return the rank of a formation (2.4)."""
    strengths = sorted(strength for _, strength in cards)
    consecutive = all(second - first == 1 for first, second in pairwise(strengths))
    one_colour = len({colour for colour, _ in cards}) == 1
    if consecutive and one_colour:
        return 5
    if len(set(strengths)) == 1:
        return 4
    return 3 if one_colour else 2 if consecutive else 1


def worth(side: Collection[str], blind: bool) -> Worth:
    """Return the worth of a complete side, each elite troop standing for the best card for its
    owner."""
    every = product(*map(values, side))
    return max(
        (1 if blind else rank(cards), sum(strength for _, strength in cards)) for cards in every
    )


def completions(
    side: Collection[str], size: int, unseen: Collection[str]
) -> Iterator[tuple[str, ...]]:
    for cards in combinations(unseen, size - len(side)):
        yield (*side, *cards)


def best(side: Collection[str], size: int, blind: bool, unseen: Collection[str]) -> Worth | None:
    """Return the best that unseen cards can make of a side; None if they are too few."""
    return max((worth(cards, blind) for cards in completions(side, size, unseen)), default=None)


def provable(
    mine: Collection[str],
    theirs: Collection[str],
    size: int,
    blind: bool,
    unseen: Collection[str],
    first: bool,
) -> bool:
    """Tell whether a claim is proved (2.5). `first` says whether the own side was complete
    first."""
    if len(mine) < size:
        return False
    own = worth(mine, blind)
    if len(theirs) == size:
        other = worth(theirs, blind)
        return own > other or (own == other and first)
    return not any(worth(cards, blind) > own for cards in completions(theirs, size, unseen))
