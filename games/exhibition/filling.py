"""The hall of a seat, filled quickly and in place."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Final

from games.exhibition.appraisal import Outlook
from games.exhibition.deck import (
    COLOURED,
    CONTINENT_OF,
    NO_CARD,
    OF_CONTINENT,
    OF_DECADE,
    WHITE,
    Bits,
    Card,
)
from games.exhibition.scoring import chain
from games.exhibition.showcases import FIRST, SIZES
from games.exhibition.state import Hall as Shown

DECADE: Final = tuple(OF_DECADE[card // 10] if card < 100 else 0 for card in range(101))
BESIDE: Final = tuple((1 << card << 1 | 1 << card >> 1) & COLOURED for card in range(101))
NEXT_BUT_ONE: Final = tuple((1 << card << 2 | 1 << card >> 2) & COLOURED for card in range(101))


def sum_of(sets: Iterable[Bits]) -> Bits:
    """Return the cards of all sets."""
    return reduce(or_, sets, 0)


class Hall:
    """The hall of a seat."""

    __slots__ = (
        "all_six",
        "chain",
        "counts",
        "depot",
        "finished",
        "missing",
        "most",
        "open",
        "outlook",
        "parts",
        "secret",
        "shown",
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

    def shows(self, card: Card, first: float) -> float:
        """Return the points that a card brings wherever it lies in the hall. `first` are those for
        being the next with all six continents."""
        its = CONTINENT_OF[card]
        if its == WHITE:
            return 0.0
        taste, shown = self.outlook.taste, self.shown
        count = self.counts[its]
        gain = taste.focus ** (self.most - count)
        if not shown & DECADE[card]:
            gain += 1 - taste.decade * (self.open - 1) / 16
        if self.secret >> card & 1:
            gain += 1
        if shown & BESIDE[card]:
            gain += taste.near
            run = shown | 1 << card
            below = card - 1
            while below >= 0 and run >> below & 1:
                below -= 1
            above = card + 1
            while run >> above & 1:
                above += 1
            length = above - below - 1
            if length > self.chain:
                gain += length - self.chain
        elif shown & NEXT_BUT_ONE[card]:
            gain += taste.two
        if not count:
            gain += taste.six / self.missing if self.missing > 1 else first
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
