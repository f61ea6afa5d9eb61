"""Formations (rules 2.4, and 2.8 for elite troops and combat modes), and the strongest that a side
can still become.

A search, form by form from the strongest down, instead of trying every completion. It is exact:
whatever a set of cards is worth, it is worth it by one of the five forms, and for each form the
best completion can be said directly. A completion that is found as "a run" might also be of one
colour; but then the search for colour-runs would have found it before.
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
    """What a complete side is worth; the bigger tuple wins, and between equal ones time decides."""

    rank: int
    total: int


class Completion(NamedTuple):
    """The strongest formation that a side can become, and unseen cards that make it."""

    formation: Formation
    cards: Cards


Found: TypeAlias = tuple[int, Cards] | None
"""A total, and the unseen cards that reach it."""

NOTHING = Formation(0, 0)
SAME_STRENGTH = tuple(
    sum(1 << colour * STRENGTHS + strength for colour in range(len(COLOURS)))
    for strength in range(STRENGTHS)
)
RUNS = {
    size: tuple(
        (sum(range(low + 1, low + 1 + size)), ((1 << size) - 1) << low)
        for low in range(STRENGTHS - size, -1, -1)
    )
    for size in (3, 4)
}
"""By the number of cards, the total and the strengths of each run, highest first."""
KEPT = 1 << 14
"""So many answers are remembered: the same position is asked about by several screens, and by bots
again and again."""


class Shape(NamedTuple):
    """What the cards that already lie on a side allow."""

    size: int
    missing: int
    colours: tuple[int, ...]
    """All six if there is no clan card, none if there are several colours."""
    kinds: tuple[int, ...]
    """Strengths, from 0, that all cards can have at once, highest first."""
    runs: tuple[tuple[int, Bits], ...]
    """The total of each run that the clan cards fit into, highest first, and the strengths that
    they leave open."""
    elite: tuple[Bits, ...]
    """The strengths that each elite troop can have, narrowest first."""
    total: int
    """With the elite troops at their strongest."""


@lru_cache(KEPT)
def strongest(
    side: Cards, size: int, blind: bool, unseen: Bits, above: Formation = NOTHING
) -> Completion | None:
    """What unseen clan cards can make of a side, if it is more than `above`; None also where too
    few are unseen.

    `side` is sorted: it is remembered so. `size` is how many cards the side needs.
    """
    return search(side, size, blind, unseen, above)


def search(
    side: Cards, size: int, blind: bool, unseen: Bits, above: Formation
) -> Completion | None:
    """The same for those who hardly ask twice: with every card that is seen the question is
    another."""
    if size - len(side) > unseen.bit_count():
        return None
    bar = above.rank
    shape = _shape(side, size)
    for rank, search in FORMS[-1:] if blind else FORMS:
        if rank < bar:
            return None
        found = search(shape, unseen)
        if found:
            best = Formation(rank, found[0])
            return Completion(best, found[1]) if best > above else None
    return None


@lru_cache(KEPT)
def formation(side: Cards, size: int, blind: bool) -> Formation:
    """What a complete side is worth, each elite troop taken at its best (T-l)."""
    if max(side) < CLAN:
        return _plain(side, blind)
    found = strongest(tuple(sorted(side)), size, blind, 0)
    assert found, "only complete sides are worth something"
    return found.formation


def _plain(side: Cards, blind: bool) -> Formation:
    """Of clan cards alone: there is nothing to be searched."""
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
        total=sum(REACH[card].bit_length() for card in side),
    )


def _runs(clan: list[Card], size: int) -> tuple[tuple[int, Bits], ...]:
    laid = 0
    for card in clan:
        if laid & REACH[card]:
            return ()
        laid |= REACH[card]
    return tuple((total, run ^ laid) for total, run in RUNS[size] if not laid & ~run)


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
                return total, tuple(first + strength for strength in members(left))
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
                best = total, tuple(colour * STRENGTHS + strength for strength in highest)
    return best


def _run(shape: Shape, unseen: Bits) -> Found:
    if not shape.runs:
        return None
    strengths = sum(1 << strength for strength, alike in enumerate(SAME_STRENGTH) if unseen & alike)
    for total, vacant in shape.runs:
        left = _left(vacant, strengths, shape.elite)
        if left is not None:
            return total, tuple(
                members(unseen & SAME_STRENGTH[strength])[0] for strength in members(left)
            )
    return None


def _sum(shape: Shape, unseen: Bits) -> Found:
    highest: list[Card] = []
    for alike in reversed(SAME_STRENGTH):
        if len(highest) < shape.missing:
            highest += members(unseen & alike)[: shape.missing - len(highest)]
    return shape.total + sum(card % STRENGTHS + 1 for card in highest), tuple(highest)


FORMS = ((COLOUR_RUN, _colour_run), (KIND, _kind), (COLOUR, _colour), (RUN, _run), (SUM, _sum))


def _left(vacant: Bits, unseen: Bits, elite: tuple[Bits, ...]) -> Bits | None:
    """The strengths of a run that unseen cards fill once the elite troops stand; None if they
    cannot.

    An elite troop stands where no unseen card can, if it may. Taking the narrowest first is best:
    the Spy and the Shield-Bearer have no strength in common, and the Joker has all.
    """
    for reach in elite:
        open_to_it = vacant & reach
        if not open_to_it:
            return None
        place = open_to_it & ~unseen or open_to_it
        vacant ^= place & -place
    return None if vacant & ~unseen else vacant
