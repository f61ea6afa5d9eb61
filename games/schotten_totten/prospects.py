"""A Beginner's estimate of what a side of a stone may still become, whatever else is on the table.
The policy of the other levels is in games.schotten_totten.policy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from math import exp, prod

from games.schotten_totten.deck import (
    CLAN,
    COLOURS,
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
    SUM,
    Formation,
    formation,
)

VALUES = {
    COLOUR_RUN: (0.82, 0.18),
    KIND: (0.62, 0.18),
    COLOUR: (0.38, 0.2),
    RUN: (0.24, 0.12),
    SUM: (0.02, 0.2),
}
"""By form: about how often it wins a stone, and how much more often the highest total does."""
HIGHEST = {3: 27, 4: 36}
STRENGTHS_IN = tuple(members(bits) for bits in range(EVERY_STRENGTH + 1))


class Likely:
    """The probability that each clan card comes when it is wanted, and the expected number of cards
    of each colour and strength."""

    def __init__(self, cards: Sequence[float]) -> None:
        self.by_colour = [cards[first : first + STRENGTHS] for first in range(0, CLAN, STRENGTHS)]
        self.colours = [sum(some) for some in self.by_colour]
        self.strengths = [sum(cards[strength::STRENGTHS]) for strength in range(STRENGTHS)]
        self.some = [min(0.95, expected) for expected in self.strengths]


def value(rank: int, total: float, size: int) -> float:
    """Return about how often a formation of this rank and total wins a stone."""
    least, more = VALUES[rank]
    return least + more * total / HIGHEST[size]


@cache
def worth(made: Formation, size: int) -> float:
    """Return about how often a formation wins a stone."""
    return value(made.rank, made.total, size)


def at_least(count: int, expected: float) -> float:
    """Return the probability of at least `count` cards where `expected` are expected."""
    if count < 1:
        return 1.0
    fewer = term = exp(-expected)
    for number in range(1, count):
        term *= expected / number
        fewer += term
    return 1.0 - fewer


def prospect(side: Bits, size: int, blind: bool, likely: Likely) -> float:
    """Return about how often the side will win its stone. Forms are tried from the strongest down,
    while they are likely enough to matter."""
    cards = members(side)
    if len(cards) >= size:
        return worth(formation(cards, size, blind), size)
    clan = [card for card in cards if card < CLAN]
    elite = sorted(REACH[card] for card in cards if card >= CLAN)
    missing = size - len(cards)
    left, found = 1.0, 0.0
    if not blind:
        for rank, total, chance in _forms(clan, elite, size, missing, likely):
            found += left * chance * value(rank, total, size)
            left *= 1.0 - chance
            if left < 0.02:
                break
    return found + left * value(
        SUM, sum(REACH[card].bit_length() for card in cards) + 6.0 * missing, size
    )


def _forms(
    clan: list[Card], elite: list[Bits], size: int, missing: int, likely: Likely
) -> Iterator[tuple[int, float, float]]:
    """Yield (form, total, probability to reach it), the strongest first."""
    own = {card // STRENGTHS for card in clan}
    colours = range(len(COLOURS)) if not own else own if len(own) == 1 else ()
    strengths, kinds, twice = 0, EVERY_STRENGTH, False
    for card in clan:
        twice = twice or bool(strengths & REACH[card])
        strengths |= REACH[card]
        kinds &= REACH[card]
    runs = (
        []
        if twice
        else [(float(total), run ^ strengths) for total, run in RUNS[size] if not strengths & ~run]
    )
    for total, vacant in runs:
        for colour in colours:
            yield COLOUR_RUN, total, _filled(vacant, elite, likely.by_colour[colour])
    for reach in elite:
        kinds &= reach
    for strength in reversed(STRENGTHS_IN[kinds]):
        yield KIND, (strength + 1.0) * size, at_least(missing, likely.strengths[strength])
    usual = sum(card % STRENGTHS + 1 for card in clan) + 7.0 * len(elite) + 6.0 * missing
    for colour in colours:
        yield COLOUR, usual, at_least(missing, likely.colours[colour])
    for total, vacant in runs:
        yield RUN, total, _filled(vacant, elite, likely.some)


def _filled(vacant: Bits, elite: list[Bits], likely: Sequence[float]) -> float:
    """Return the probability that cards come for all strengths that a run still needs. Elite troops
    take the least likely ones."""
    wanted = STRENGTHS_IN[vacant]
    for reach in elite:
        open_to_it = [strength for strength in wanted if reach >> strength & 1]
        if not open_to_it:
            return 0.0
        least = min(open_to_it, key=likely.__getitem__)
        wanted = tuple(strength for strength in wanted if strength != least)
    return prod([likely[strength] for strength in wanted])


KEPT = 1 << 15
"""The number of sides whose results are cached: there are 26,290 with up to three clan cards."""
ANY = Likely((0.35,) * CLAN)


@lru_cache(KEPT)
def fit(side: Bits, size: int, blind: bool) -> float:
    """Return about how often a side wins its stone, whatever else is on the table."""
    return prospect(side, size, blind, ANY)
