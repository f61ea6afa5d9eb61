"""Rules of thumb for Exhibition: the worth of a card in a hall, which is the points that it brings
and the spots that it leaves open."""

from __future__ import annotations

from functools import cache
from math import exp
from typing import Final, NamedTuple, TypeAlias

from games.exhibition.deck import (
    COLOURED,
    CONTINENT_OF,
    EINSTEIN,
    NAMES,
    NO_CARD,
    OF_CONTINENT,
    OF_DECADE,
    WHITE,
    Bits,
    Card,
)
from games.exhibition.hall import narrowed
from games.exhibition.scoring import BEST, COMPARED, FIFTIES, HUNDRED, chain
from games.exhibition.showcases import DEPOT, FIRST, MID, SIZES, WHERE, Showcases
from games.exhibition.state import State
from games.kernel.protocol import Seat

Narrowing: TypeAlias = tuple[tuple[tuple[Bits, ...], ...], ...]

IN_DEPOT: Final = -1
NOWHERE: Final = -2
"""Instead of a spot: the depot (IN_DEPOT), or no place at all (NOWHERE)."""
NEVER: Final = -99.0

FROM: Final = tuple(FIRST[number] for number, _ in WHERE)
"""By spot, the first spot of its showcase."""


class Taste(NamedTuple):
    """The weights of a bot, in points."""

    fill: float = 1.25
    """A spot that is sure to be filled."""
    reach: float = 0.1
    """The rise of the likelihood that a spot is filled, with each card that fits."""
    focus: float = 0.6
    """One more card of a continent that is nearly the commonest."""
    near: float = 0.4
    """A year next to another."""
    six: float = 3.0
    """A new continent; more when fewer are missing."""
    wide: float = 5.0
    """The best card of a showcase that is compared, against the worst."""
    depot: float = 0.8
    """A spot of the depot, beside the point that it costs."""
    barren: float = 0.7
    """A journey to a column where no card fits."""
    stop: float = 2.0
    """If open spots promise less than this, a card that fits nowhere ends the game for the seat."""


@cache
def narrowing(showcases: Showcases) -> Narrowing:
    """Return by spot and card the cards that may still go to each spot of that showcase."""
    spots = [(showcases[number], at, SIZES[number]) for number, at in WHERE]
    return tuple(
        tuple(narrowed(showcase, card, at, size) for card in range(len(NAMES)))
        for showcase, at, size in spots
    )


@cache
def promise(worth: float, reach: float) -> tuple[float, ...]:
    """Return by number of cards that fit the worth of an open spot."""
    return tuple(worth * (1 - exp(-reach * fitting)) for fitting in range(len(NAMES) + 1))


@cache
def prizes(showcases: Showcases, seats: int) -> tuple[float, ...]:
    """Return by spot its part of the points that every full showcase of a compared kind gets."""
    sure = 1.0 if seats == 1 else BEST + 1 - seats
    return tuple(
        sure / SIZES[number] if showcases[number] in COMPARED else 0.0 for number, _ in WHERE
    )


class Sketch:
    """The hall of a seat, filled quickly. It changes in place, where the engine's states are
    values."""

    def __init__(self, state: State, seat: Seat, taste: Taste) -> None:
        match, hall = state.match, state.halls[seat]
        self.taste, self.showcases, self.solo = taste, match.showcases, match.seats == 1
        self.narrowing = narrowing(match.showcases)
        self.prizes = prizes(match.showcases, match.seats)
        self.special = [prize > 0 or spot == MID for spot, prize in enumerate(self.prizes)]
        self.promises = [promise(taste.fill + prize, taste.reach) for prize in self.prizes]
        self.cards, self.fitting = list(hall.cards), list(hall.fitting)
        self.shown, self.depot, self.all_six = hall.shown, len(hall.depot), hall.all_six
        self.secret = OF_DECADE[match.decades[seat]] if match.secret else 0
        self.next_six = (
            1.0 if self.solo else float(BEST - sum(other.all_six > 0 for other in state.halls))
        )
        self.alive = alive(state)
        self.look()

    def look(self) -> None:
        """Compute what follows from the cards in the hall and from those that may still come."""
        living, shown = self.alive, self.shown
        self.fitting = fitting = [fits & living for fits in self.fitting]
        self.parts = [
            fitting[first : first + size] for first, size in zip(FIRST, SIZES, strict=True)
        ]
        self.value = [
            each[fits.bit_count()] for each, fits in zip(self.promises, fitting, strict=True)
        ]
        self.sums = [
            sum(self.value[first : first + size]) for first, size in zip(FIRST, SIZES, strict=True)
        ]
        self.fits = 0
        for fits in fitting:
            self.fits |= fits
        self.counts = [(shown & of_one).bit_count() for of_one in OF_CONTINENT[:WHITE]]
        self.most, self.missing = max(self.counts), self.counts.count(0)
        self.chain = chain(shown)

    def shows(self, card: Card) -> float:
        """Return the points that a card brings wherever it lies in the hall."""
        its = CONTINENT_OF[card]
        if its == WHITE:
            return 1.0
        taste, shown, bit = self.taste, self.shown, 1 << card
        count = self.counts[its] + 1
        gain = 2.0 if count > self.most else 1 + taste.focus * (count / self.most - 1)
        if not shown & OF_DECADE[card // 10]:
            gain += 1
        if self.secret & bit:
            gain += 1
        coloured = shown & COLOURED
        if coloured & (bit << 1 | bit >> 1):
            gain += chain(coloured | bit) - self.chain + taste.near
        if count == 1:
            gain += taste.six / self.missing if self.missing > 1 else self.next_six
        return gain

    def at(self, card: Card, spot: int) -> float:
        """Return the points that a card brings only at this spot: in the middle of the century, and
        in showcases that are compared."""
        if spot == MID:
            return mid_worth(card, self.solo)
        prize = self.prizes[spot]
        if not prize:
            return 0.0
        if card == EINSTEIN:
            return -prize
        number, place = WHERE[spot]
        wide = self.taste.wide / HUNDRED
        if self.showcases[number] == "gap":
            return prize + wide * ((card - FIFTIES if place else FIFTIES - card) - FIFTIES / 2)
        if self.showcases[number] == "antiquity":
            return prize + wide * (FIFTIES - card)
        return prize - wide * sum(
            abs(card - other)
            for other in self.cards[FROM[spot] : FROM[spot] + 3]
            if other != NO_CARD
        )

    def cost(self, card: Card, spot: int) -> float:
        """Return the worth that the spot had while it was open, and the worth lost beside it, where
        fewer cards will fit."""
        number, table = WHERE[spot][0], self.promises[spot]
        left = [
            table[(fits & lets).bit_count()]
            for fits, lets in zip(self.parts[number], self.narrowing[spot][card], strict=True)
        ]
        return self.sums[number] - sum(left)

    def gain(self, card: Card, spot: int) -> float:
        """Return the worth of a card at a spot."""
        return self.shows(card) + self.at(card, spot) - self.cost(card, spot)

    def best(self, card: Card) -> tuple[float, int]:
        """Return (worth, place) of the best place for a card: a spot, IN_DEPOT or NOWHERE."""
        found = (-1 - self.taste.depot, IN_DEPOT) if self.depot < DEPOT else (NEVER, NOWHERE)
        if not self.fits >> card & 1:
            return found
        shows, special = self.shows(card), self.special
        for spot, fits in enumerate(self.fitting):
            if fits >> card & 1:
                gain = shows - self.cost(card, spot)
                if special[spot]:
                    gain += self.at(card, spot)
                if gain > found[0]:
                    found = gain, spot
        return found

    def hopes(self) -> bool:
        """Tell whether going on is worth a spot of the depot, when the taken card fits nowhere."""
        return self.depot < DEPOT and sum(self.value) > self.taste.stop

    def place(self, card: Card, spot: int) -> None:
        """Place a card in a spot."""
        for other, lets in enumerate(self.narrowing[spot][card], FROM[spot]):
            self.fitting[other] &= lets
        self.cards[spot] = card
        self.shown |= 1 << card
        self.alive &= ~(1 << card)
        self.look()


def mid_worth(card: Card, solo: bool) -> float:
    """Return the worth of a card in the middle of the century. In a solo game each point of
    Mid-Century counts a hundredth; with others it only decides between equals."""
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
    return ~gone
