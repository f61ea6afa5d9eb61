"""The formations that a side can still reach, and the cards that each needs."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from games.schotten_totten.deck import (
    CLAN,
    EVERY_STRENGTH,
    REACH,
    STRENGTHS,
    Bits,
    Card,
    members,
)
from games.schotten_totten.formations import (
    COLOUR,
    COLOUR_RUN,
    KIND,
    RUN,
    RUNS,
    SAME_STRENGTH,
    SUM,
    formation,
)

LEVELS = 85
"""The number of levels. Levels put all formations of one size in order: the higher wins, and of
equal ones the side that was complete first."""
FIRST = {SUM: 0, RUN: 37, COLOUR: 44, KIND: 69, COLOUR_RUN: 78}
"""The level of the lowest formation of each form."""
USUAL = 6.0
"""The mean strength of a card that comes unchosen."""

Way: TypeAlias = tuple[int, tuple[tuple[Bits, int], ...]]
"""A level, and what it needs: for each (cards, number), so many of these cards."""

Rest: TypeAlias = tuple[tuple[int, float], ...]
"""(Level, probability)."""
EASY = 0.17
"""The probability of each run of a side that needs two cards or more."""


class Needs(NamedTuple):
    """The formations that a side can reach. `level` is that of a complete side, otherwise -1.
    `ways` are sorted, the highest level first. `rest` are the levels that it reaches without any of
    them, with probabilities. `cards` are all clan cards that a way could use."""

    level: int
    ones: tuple[tuple[int, Bits], ...] = ()
    """The ways of a side that lacks one card: any one of these cards."""
    ways: tuple[Way, ...] = ()
    """The ways of a side that lacks more."""
    rest: Rest = ()
    cards: Bits = 0
    bare: bool = False
    """Whether no clan card lies here, so that almost everything is open."""


def level(rank: int, total: float, size: int) -> int:
    """Return the level of a formation of so many cards."""
    if rank in (RUN, COLOUR_RUN):
        lowest = size * (size + 1) // 2
        return FIRST[rank] + (int(total) - lowest) // size
    if rank == KIND:
        return FIRST[KIND] + int(total) // size - 1
    return FIRST[rank] + int(total) - (6 if rank == COLOUR else 0)


@lru_cache(1 << 14)
def needs(side: Bits, kind: int) -> Needs:
    """Return what a side needs. Bits above the clan cards are elite troops. `kind` is twice the
    number of cards that the side has to have, and 1 more where only the sum counts."""
    cards, size, blind = members(side), kind >> 1, bool(kind & 1)
    if len(cards) >= size:
        made = formation(cards, size, blind)
        return Needs(level(made.rank, made.total, size))
    clan = [card for card in cards if card < CLAN]
    elite = [card for card in cards if card >= CLAN]
    missing = size - len(cards)
    total = sum(REACH[card].bit_length() for card in cards)
    rest = _sums(total, missing, blind)
    if blind or not clan:
        return Needs(-1, (), (), rest, 0, not blind)
    ways = sorted(_ways(clan, elite, size, missing), reverse=True)
    if missing > 1:
        rest = _with_runs(clan, size, rest)
    used = 0
    for _, parts in ways:
        for some, _ in parts:
            used |= some
    if missing == 1:
        ones = tuple((at, parts[0][0]) for at, parts in ways)
        return Needs(-1, ones, (), rest, used & ~side)
    return Needs(-1, (), tuple(ways), rest, used & ~side)


def _sums(total: int, missing: int, blind: bool) -> Rest:
    """Return the levels of a sum when any cards come. Where only sums count, higher cards are
    laid."""
    middle = total + missing * (USUAL + 1.0 if blind else USUAL)
    wide = 2.0 if missing == 1 else 3.0
    return tuple(
        (level(SUM, middle + away * wide, 3), 0.25 if away else 0.5) for away in (-1, 0, 1)
    )


def _with_runs(clan: list[Card], size: int, rest: Rest) -> Rest:
    """Return the levels of a side that needs several cards, with runs of any colours, whose cards
    are not counted since they come easily."""
    runs = [(level(RUN, total, size), EASY) for total, _ in _runs(clan, size)]
    left = 1.0 - EASY * len(runs)
    return (*runs, *[(at, left * chance) for at, chance in rest])


def _runs(clan: list[Card], size: int) -> list[tuple[int, Bits]]:
    """Return (total, strengths still open) for each run that the cards fit into."""
    strengths = 0
    for card in clan:
        if strengths & REACH[card]:
            return []
        strengths |= REACH[card]
    return [(total, run ^ strengths) for total, run in RUNS[size] if not strengths & ~run]


def _ways(clan: list[Card], elite: list[Card], size: int, missing: int) -> list[Way]:
    """Return the ways to every form but a sum."""
    own = {card // STRENGTHS for card in clan}
    colour = own.pop() * STRENGTHS if len(own) == 1 else -1
    found: list[Way] = []
    for total, open_ in _runs(clan, size):
        for vacant in _vacant(open_, elite):
            if colour >= 0:
                found.append((level(COLOUR_RUN, total, size), _slots(vacant, colour)))
            if missing == 1:
                found.append((level(RUN, total, size), _slots(vacant, -1)))
    alike = EVERY_STRENGTH
    for card in (*clan, *elite):
        alike &= REACH[card]
    for strength in members(alike):
        found.append(
            (level(KIND, (strength + 1) * size, size), ((SAME_STRENGTH[strength], missing),))
        )
    if colour >= 0:
        usual = sum(REACH[card].bit_length() for card in (*clan, *elite)) + USUAL * missing
        found.append((level(COLOUR, usual, size), ((EVERY_STRENGTH << colour, missing),)))
    return found


def _vacant(vacant: Bits, elite: list[Card]) -> list[Bits]:
    """Return the strengths of a run that stay open, for each way to place the elite troops."""
    places = [vacant]
    for card in elite:
        places = [
            left & ~(1 << strength) for left in places for strength in members(left & REACH[card])
        ]
    return sorted(set(places))


def _slots(vacant: Bits, colour: int) -> tuple[tuple[Bits, int], ...]:
    """Return the cards for each open strength of a run, of one colour or of all (-1)."""
    return tuple(
        (1 << colour + strength if colour >= 0 else SAME_STRENGTH[strength], 1)
        for strength in members(vacant)
    )
