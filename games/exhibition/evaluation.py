"""The evaluation by Exhibition's bots: the value of a card, a spot and a journey, in points.

The cards that fit the spots of a showcase depend only on the cards in it. So an `Outlook`, made for
the cards that may still come, caches each filling of a showcase (a `Part`) and the best spot there
for each card.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache, reduce
from math import exp
from operator import and_, itemgetter, or_
from typing import Final, NamedTuple, TypeAlias

from games.exhibition.deck import EINSTEIN, EVERY, NAMES, NO_CARD, Bits, Card, Cards
from games.exhibition.hall import left_to_others, narrowed
from games.exhibition.scoring import BEST, COMPARED, FIFTIES, HUNDRED
from games.exhibition.showcases import SIZES, Showcase, Showcases
from games.exhibition.state import State


class Weights(NamedTuple):
    """The weights of a bot, in points where nothing else is said."""

    fill: float
    """A spot of Six Continents, or of its variation, that is sure to be filled."""
    era: float
    """A spot of One Era, beyond that."""
    one: float
    """A spot of One Continent, beyond that."""
    gap: float
    """A spot of Years Gap, beyond that and the points for the gap."""
    mid: float
    """The spot of Mid-Century, which takes any card, beyond that."""
    reach: float
    """The rise of the likelihood that a spot is filled, with each card in a hundred that fits."""
    crowd: float
    """The power of the number of empty spots in a row by which that rise falls: each of them needs
    a part of the same years."""
    focus: float
    """The worth of a card of a continent that is one card behind the commonest, as a part of one
    that is not behind; of one that is two behind, the same part again."""
    six: float
    """A new continent, by the number of those that are missing, while five points are to be had for
    all six."""
    wide: float
    """The best card of a showcase that is compared, against the worst."""
    depot: float
    """A spot of the depot, beyond the point that it costs."""
    stop: float
    """If open spots promise less than this, a card that fits nowhere ends the game for the seat."""
    ahead: float
    """The part of the best card's value that counts for the next turn, at the end of the
    journey."""
    fresh: float
    """The value of an unknown card for the next turn."""


NEVER: Final = -99.0
IN_DEPOT: Final = -1
GONE: Final = -2
"""Instead of the number of a showcase: the depot (IN_DEPOT), or no place at all (GONE)."""

Best: TypeAlias = tuple[float, int, int]
"""A place for a card: (worth, number of the showcase, spot there). Of a part, the worth is without
what the card brings wherever it lies."""
NOWHERE: Final[Best] = (NEVER, GONE, 0)
Narrowing: TypeAlias = tuple[tuple[tuple[Bits, ...], ...], ...]


@cache
def narrowing(showcase: Showcase, size: int) -> Narrowing:
    """Return by spot and card the cards that may still go to each spot of that showcase."""
    return tuple(
        tuple(narrowed(showcase, card, at, size) for card in range(len(NAMES)))
        for at in range(size)
    )


def rows(empty: int) -> tuple[int, ...]:
    """Return by spot the number of empty spots in a row there. `empty` has a bit for each."""
    found = []
    for at in range(LONGEST):
        left = right = at
        while left >= 0 and empty >> left & 1:
            left -= 1
        while empty >> right & 1:
            right += 1
        found.append(max(0, right - left - 1))
    return tuple(found)


LONGEST: Final = max(SIZES)
ROWS: Final = tuple(rows(empty) for empty in range(1 << LONGEST))


class Part:
    """A showcase of a hall, filled so far. `value` is the worth of its open spots; `best` has by
    card the best spot, once somebody has asked for it."""

    __slots__ = ("best", "cards", "empty", "fits", "number", "open", "union", "value")

    def __init__(
        self, number: int, cards: Cards, fits: tuple[Bits, ...], promises: Sequence[Sequence[float]]
    ) -> None:
        self.number, self.cards, self.fits = number, cards, fits
        self.open = [(at, each) for at, each in enumerate(fits) if each]
        self.union = reduce(or_, fits)
        self.empty = sum([1 << at for at, card in enumerate(cards) if card == NO_CARD])
        row = ROWS[self.empty]
        self.value = sum([promises[row[at]][each.bit_count()] for at, each in self.open])
        self.best: list[Best | None] = [None] * len(NAMES)


class Outlook:
    """The worth of parts, as long as these cards may still come."""

    def __init__(self, showcases: Showcases, seats: int, living: Bits, weights: Weights) -> None:
        self.showcases, self.weights = showcases, weights
        self.solo, self.living = seats == 1, living
        sure = 1.0 if self.solo else BEST + 1 - seats
        self.prizes = [
            sure / size if showcase in COMPARED else 0.0
            for showcase, size in zip(showcases, SIZES, strict=True)
        ]
        self.narrowing = [narrowing(*each) for each in zip(showcases, SIZES, strict=True)]
        self.wide = weights.wide / HUNDRED
        self.promises = promises(
            weights, tuple(self.prizes), living.bit_count() // COARSE * COARSE + COARSE // 2
        )
        self.parts: dict[tuple[int, Cards, tuple[Bits, ...]], Part] = {}

    def part(self, number: int, cards: Cards, fits: tuple[Bits, ...]) -> Part:
        """Return the part of this filling."""
        key = (number, cards, fits)
        part = self.parts.get(key)
        if part is None:
            part = self.parts[key] = Part(number, cards, fits, self.promises[number])
        return part

    def start(self, number: int, cards: Cards, fits: tuple[Bits, ...]) -> Part:
        """Return the part of a showcase in a state."""
        return self.part(number, cards, tuple(each & self.living for each in fits))

    def best(self, part: Part, card: Card) -> Best:
        """Return the best spot of a part where the card may go, and remember it."""
        found = part.best[card] = max(self.spots(part, card), key=itemgetter(0), default=NOWHERE)
        return found

    def spots(self, part: Part, card: Card) -> list[Best]:
        """Return the spots of a part where the card may go."""
        found: list[Best] = []
        before, number, bit = part.value, part.number, 1 << card
        table, narrows, spots = self.promises[number], self.narrowing[number], part.open
        for at, fits in spots:
            if fits & bit:
                worth, lets = self.at(part, card, at) - before, narrows[at][card]
                row = ROWS[part.empty & ~(1 << at)]
                for other, left in spots:
                    if other != at:
                        worth += table[row[other]][(left & lets[other]).bit_count()]
                found.append((worth, number, at))
        return found

    def placed(self, part: Part, card: Card, at: int) -> Part:
        """Return the part after a card has been placed at a spot."""
        number, cards = part.number, part.cards
        lets = self.narrowing[number][at][card]
        return self.part(
            number, (*cards[:at], card, *cards[at + 1 :]), tuple(map(and_, part.fits, lets))
        )

    def bar(self, part: Part, card: Card) -> Part:
        """Return the part after a card has been placed in the same showcase of another seat."""
        left = left_to_others(self.showcases[part.number], card)
        return self.part(part.number, part.cards, tuple([each & left for each in part.fits]))

    def at(self, part: Part, card: Card, at: int) -> float:
        """Return the points of a card at this spot alone: in the middle of the century, and in
        showcases that are compared."""
        number = part.number
        if number == len(SIZES) - 1:
            return mid_worth(card, self.solo)
        prize = self.prizes[number]
        if not prize:
            return 0.0
        if card == EINSTEIN:
            return -prize
        if self.showcases[number] == "gap":
            return prize + self.wide * ((card - FIFTIES if at else FIFTIES - card) - FIFTIES / 2)
        if self.showcases[number] == "antiquity":
            return prize + self.wide * (FIFTIES - card)
        return prize - self.wide * sum(abs(card - each) for each in part.cards if each != NO_CARD)


COUNTS: Final = range(len(NAMES) + 1)
COARSE: Final = 8
"""Numbers of cards that may still come are rounded to this, so that outlooks share their tables."""


@lru_cache(1 << 8)
def promises(weights: Weights, prizes: tuple[float, ...], living: int) -> list[list[list[float]]]:
    """Return the worth of an open spot: by showcase, number of empty spots in a row, and number of
    cards that fit. `living` is about the number of cards that may still come."""
    more = (0.0, weights.era, weights.one, weights.gap, weights.mid)
    rises = [
        [
            1 - exp(-100 * weights.reach * fitting / living / row**weights.crowd)
            for fitting in COUNTS
        ]
        for row in range(1, LONGEST + 1)
    ]
    return [
        [[], *([(weights.fill + extra + prize) * rise for rise in each] for each in rises)]
        for extra, prize in zip(more, prizes, strict=True)
    ]


@lru_cache(16)
def outlook(showcases: Showcases, seats: int, living: Bits, weights: Weights) -> Outlook:
    """Return the outlook for these cards; playouts from one position share it."""
    return Outlook(showcases, seats, living, weights)


def mid_worth(card: Card, solo: bool) -> float:
    """Return the worth of a card in Mid-Century. In a solo game each point of Mid-Century counts a
    hundredth; with others it only decides between equals."""
    near = 0 if card in (NO_CARD, EINSTEIN) else HUNDRED - 2 * abs(card - FIFTIES)
    return near / HUNDRED if solo else near / HUNDRED / 4


def alive(state: State) -> Bits:
    """Return the cards that may still come, with those on display."""
    gone = 0
    for hall in state.halls:
        gone |= hall.shown
        for card in hall.depot:
            gone |= 1 << card
    for card in state.gone:
        gone |= 1 << card
    return EVERY & ~gone
