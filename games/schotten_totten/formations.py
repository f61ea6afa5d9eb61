"""Formations (2.4; elite troops and combat modes 2.8), and the strongest that a side can still
reach.

A search tries the forms from the strongest down, instead of every completion. It is exact. The
value of a set of cards comes from one of the five forms, and for each form the best completion can
be computed directly. A completion that is found as a run might also be of one colour; but then the
search for colour runs would have found it before.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from games.schotten_totten.deck import (
    CLAN,
    COLOURS,
    EVERY_STRENGTH,
    REACH,
    STRENGTHS,
    Bits,
    Card,
    Cards,
    members,
)

COLOUR_RUN, KIND, COLOUR, RUN, SUM = 5, 4, 3, 2, 1


class Formation(NamedTuple):
    """The value of a complete side. The bigger tuple wins; of equal ones the side that was complete
    first."""

    rank: int
    total: int


class Completion(NamedTuple):
    """The strongest formation that a side can reach, and the unseen cards for it."""

    formation: Formation
    cards: Cards


Found: TypeAlias = tuple[int, Cards] | None
"""A total, and the unseen cards that reach it."""

NOTHING = Formation(0, 0)
SAME_STRENGTH = tuple(
    [
        sum([1 << colour * STRENGTHS + strength for colour in range(len(COLOURS))])
        for strength in range(STRENGTHS)
    ]
)
RUNS = {
    size: tuple(
        [
            (sum(range(low + 1, low + 1 + size)), ((1 << size) - 1) << low)
            for low in range(STRENGTHS - size, -1, -1)
        ]
    )
    for size in (3, 4)
}
"""By the number of cards: the total and the strengths of each run, the highest first."""
KEPT = 1 << 14
"""The number of cached results: pages and bots ask repeatedly about one position."""


class Shape(NamedTuple):
    """The cards that may still come to a side, given those that lie there."""

    size: int
    missing: int
    colours: tuple[int, ...]
    """All six if there is no clan card, none if there are several colours."""
    kinds: tuple[int, ...]
    """The strengths, from 0, that all cards can have at once, the highest first."""
    runs: tuple[tuple[int, Bits], ...]
    """(Total, strengths still open) for each run that the clan cards fit into, the highest
    first."""
    elite: tuple[Bits, ...]
    """The strengths that each elite troop can have, the narrowest first."""
    total: int
    """The sum of the strengths, with elite troops at their highest."""


@lru_cache(KEPT)
def strongest(
    side: Cards, size: int, blind: bool, unseen: Bits, above: Formation = NOTHING
) -> Completion | None:
    """Return the strongest completion of a side with unseen clan cards, if its formation is more
    than `above`. Return None if it is not, or too few cards are unseen.

    `side` must be sorted, because results are cached by it. `size` is the number of cards that the
    side needs.
    """
    return search(side, size, blind, unseen, above)


def search(
    side: Cards, size: int, blind: bool, unseen: Bits, above: Formation
) -> Completion | None:
    """Return the result of `strongest` without the cache, for callers whose questions hardly
    repeat."""
    if size - len(side) > unseen.bit_count():
        return None
    bar = above.rank
    shape = _shape(side, size)
    for rank, search in FORMS[-1:] if blind else FORMS:
        if rank < bar:
            break
        found = search(shape, unseen)
        if found:
            best = Formation(rank, found[0])
            return Completion(best, found[1]) if best > above else None
    return None


@lru_cache(KEPT)
def formation(side: Cards, size: int, blind: bool) -> Formation:
    """Return the formation of a complete side, with each elite troop at its best (T-l)."""
    if max(side) < CLAN:
        return _plain(side, blind)
    found = strongest(tuple(sorted(side)), size, blind, 0)
    assert found, "only complete sides are worth something"
    return found.formation


def _plain(side: Cards, blind: bool) -> Formation:
    """Return the formation of clan cards alone, which needs no search."""
    strengths = sorted(card % STRENGTHS for card in side)
    total, low, high = sum(strengths) + len(side), strengths[0], strengths[-1]
    if blind:
        return Formation(SUM, total)
    if low == high:
        return Formation(KIND, total)
    coloured = len({card // STRENGTHS for card in side}) == 1
    if high - low == len(side) - 1 and len(set(strengths)) == len(side):
        return Formation(COLOUR_RUN if coloured else RUN, total)
    return Formation(COLOUR if coloured else SUM, total)


@lru_cache(KEPT)
def _shape(side: Cards, size: int) -> Shape:
    clan = [card for card in side if card < CLAN]
    own = {card // STRENGTHS for card in clan}
    kinds = EVERY_STRENGTH
    for card in side:
        kinds &= REACH[card]
    return Shape(
        size=size,
        missing=size - len(side),
        colours=tuple(range(len(COLOURS))) if not own else tuple(own) if len(own) == 1 else (),
        kinds=members(kinds)[::-1],
        runs=_runs(clan, size),
        elite=tuple(sorted(REACH[card] for card in side if card >= CLAN)),
        total=sum([REACH[card].bit_length() for card in side]),
    )


def _runs(clan: list[Card], size: int) -> tuple[tuple[int, Bits], ...]:
    laid = 0
    for card in clan:
        if laid & REACH[card]:
            return ()
        laid |= REACH[card]
    return tuple([(total, run ^ laid) for total, run in RUNS[size] if not laid & ~run])


def _colour_run(shape: Shape, unseen: Bits) -> Found:
    by_colour = [
        (colour * STRENGTHS, unseen >> colour * STRENGTHS & EVERY_STRENGTH)
        for colour in shape.colours
    ]
    for total, vacant in shape.runs:
        for first, strengths in by_colour:
            # Most runs fall at once: a lack that no elite troop could make up for.
            left = (
                _left(vacant, strengths, shape.elite)
                if shape.elite or not vacant & ~strengths
                else None
            )
            if left is not None:
                return total, tuple([first + strength for strength in members(left)])
    return None


def _kind(shape: Shape, unseen: Bits) -> Found:
    for strength in shape.kinds:
        alike = unseen & SAME_STRENGTH[strength]
        if alike.bit_count() >= shape.missing:
            return (strength + 1) * shape.size, members(alike)[: shape.missing]
    return None


def _colour(shape: Shape, unseen: Bits) -> Found:
    best: Found = None
    for colour in shape.colours:
        strengths = members(unseen >> colour * STRENGTHS & EVERY_STRENGTH)
        if len(strengths) >= shape.missing:
            highest = strengths[len(strengths) - shape.missing :]
            total = shape.total + sum(highest) + shape.missing
            if best is None or total > best[0]:
                best = total, tuple([colour * STRENGTHS + strength for strength in highest])
    return best


def _run(shape: Shape, unseen: Bits) -> Found:
    if not shape.runs:
        return None
    strengths = sum(
        [1 << strength for strength, alike in enumerate(SAME_STRENGTH) if unseen & alike]
    )
    for total, vacant in shape.runs:
        left = _left(vacant, strengths, shape.elite)
        if left is not None:
            return total, tuple(
                [members(unseen & SAME_STRENGTH[strength])[0] for strength in members(left)]
            )
    return None


def _sum(shape: Shape, unseen: Bits) -> Found:
    highest: list[Card] = []
    for alike in reversed(SAME_STRENGTH):
        if len(highest) < shape.missing:
            highest += members(unseen & alike)[: shape.missing - len(highest)]
    return shape.total + sum([card % STRENGTHS + 1 for card in highest]), tuple(highest)


FORMS = ((COLOUR_RUN, _colour_run), (KIND, _kind), (COLOUR, _colour), (RUN, _run), (SUM, _sum))


def _left(vacant: Bits, unseen: Bits, elite: tuple[Bits, ...]) -> Bits | None:
    """Return the strengths of a run that unseen cards fill once the elite troops stand; None if
    they cannot.

    An elite troop stands where no unseen card can, if it may. To place the narrowest first is best:
    the Spy and the Shield-Bearer have no strength in common, and the Joker has all.
    """
    for reach in elite:
        open_to_it = vacant & reach
        if not open_to_it:
            return None
        place = open_to_it & ~unseen or open_to_it
        vacant ^= place & -place
    return None if vacant & ~unseen else vacant
