"""The hall of a seat in a simulation: it changes in place."""

from __future__ import annotations

from typing import Final

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
from games.exhibition.evaluation import GONE, IN_DEPOT, NOWHERE, Best, Outlook
from games.exhibition.scoring import BEST, chain
from games.exhibition.showcases import DEPOT, FIRST, SIZES
from games.exhibition.state import Hall as Shown

BIT: Final = tuple(1 << card for card in range(len(NAMES)))
"""By card, the set of this card alone. Likewise the cards of its decade, and of the years beside
it."""
DECADE: Final = tuple(
    OF_DECADE[card // 10] if card != EINSTEIN else 0 for card in range(len(NAMES))
)
BESIDE: Final = tuple((1 << card << 1 | 1 << card >> 1) & COLOURED for card in range(len(NAMES)))


def series(shown: Bits, card: Card) -> int:
    """Return the length of a card's series of years, with those shown."""
    below = above = card
    while shown >> above + 1 & 1:
        above += 1
    while below and shown >> below - 1 & 1:
        below -= 1
    return above - below + 1


class Hall:
    """The hall of a seat. `begin` prepares for a turn: `known` has the places that were asked for,
    `spare` is for a card that fits nowhere, `dump` the depot for one that fits, `fills` the worth
    by continent."""

    __slots__ = (
        "all_six",
        "chain",
        "counts",
        "depot",
        "dump",
        "fills",
        "finished",
        "known",
        "missing",
        "most",
        "open",
        "outlook",
        "parts",
        "secret",
        "shown",
        "spare",
    )

    def __init__(self, hall: Shown, outlook: Outlook, secret: Bits) -> None:
        self.outlook = outlook
        self.parts = [
            outlook.start(
                number, hall.cards[first : first + size], hall.fitting[first : first + size]
            )
            for number, (first, size) in enumerate(zip(FIRST, SIZES, strict=True))
        ]
        self.shown, self.secret = hall.shown & COLOURED, secret
        self.counts = [(self.shown & of_one).bit_count() for of_one in OF_CONTINENT[:WHITE]]
        self.most, self.missing = max(self.counts), self.counts.count(0)
        self.chain = chain(self.shown)
        self.open = hall.cards.count(NO_CARD)
        self.depot, self.all_six, self.finished = len(hall.depot), hall.all_six, hall.finished

    def look(self, outlook: Outlook) -> None:
        """Evaluate the hall with other cards that may still come."""
        self.outlook = outlook
        self.parts = [
            outlook.start(number, part.cards, part.fits) for number, part in enumerate(self.parts)
        ]

    def begin(self, first: float) -> None:
        """Evaluate the hall before a turn. `first` are the points for being the next with all six
        continents."""
        weights, missing = self.outlook.weights, self.missing
        self.known: dict[Card, Best] = {}
        last = weights.six / missing * first / BEST if missing > 1 else first
        self.fills = [
            weights.focus ** (self.most - count) + (0 if count else last) for count in self.counts
        ]
        left = sum([part.value for part in self.parts])
        dump: Best = (-1 - weights.depot, IN_DEPOT, 0)
        self.dump = dump if self.depot < DEPOT else NOWHERE
        self.spare: Best = (
            dump if self.depot < DEPOT and left > weights.stop else (-1 - left, GONE, 0)
        )

    def best(self, card: Card) -> Best:
        """Return the best place for a card, and remember it for this turn."""
        found, bit, outlook = NOWHERE, BIT[card], self.outlook
        for part in self.parts:
            if part.union & bit:
                place = part.best[card] or outlook.best(part, card)
                if place[0] > found[0]:
                    found = place
        if found is NOWHERE:
            found = self.spare
        else:
            worth = found[0] + self.shows(card)
            found = self.dump if self.dump[0] > worth else (worth, found[1], found[2])
        self.known[card] = found
        return found

    def places(self, card: Card) -> list[Best]:
        """Return every legal place for a card, with its worth."""
        found = [each for part in self.parts for each in self.outlook.spots(part, card)]
        if found:
            shows = self.shows(card)
            placed = [(worth + shows, number, at) for worth, number, at in found]
            return placed if self.dump is NOWHERE else [*placed, self.dump]
        other = GONE if self.spare[1] == IN_DEPOT else IN_DEPOT
        last = (self.spare[0] - 1, other, 0)
        return [self.spare] if self.dump is NOWHERE else [self.spare, last]

    def shows(self, card: Card) -> float:
        """Return the points of a card anywhere in the hall."""
        its = CONTINENT_OF[card]
        if its == WHITE:
            return 0.0
        shown = self.shown
        gain = self.fills[its]
        if not shown & DECADE[card]:
            gain += 1
        if self.secret >> card & 1:
            gain += 1
        if shown & BESIDE[card]:
            length = series(shown, card)
            if length > self.chain:
                gain += length - self.chain
        return gain

    def place(self, card: Card, number: int, at: int, round_: int) -> None:
        """Place a card at a spot of a showcase."""
        self.parts[number] = self.outlook.placed(self.parts[number], card, at)
        self.open -= 1
        its = CONTINENT_OF[card]
        if its != WHITE:
            count = self.counts[its] = self.counts[its] + 1
            if count > self.most:
                self.most = count
            if count == 1:
                self.missing -= 1
                if not self.missing:
                    self.all_six = round_
            self.shown |= 1 << card
            if self.shown & BESIDE[card]:
                self.chain = chain(self.shown)
        self.finished = not self.open

    def points(self) -> int:
        """Return the points that do not depend on others."""
        shown = self.shown
        several = sum([shown & decade != 0 for decade in OF_DECADE])
        own = (shown & self.secret).bit_count()
        return self.most + several + self.chain + own - self.open - self.depot
