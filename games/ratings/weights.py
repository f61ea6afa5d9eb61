"""Weights of games: pure arithmetic over facts that are stored with the
table, so that rerating agrees.

It goes by pairs. Two people who keep meeting tell ever less about either; a game that one of them
gave up at once tells nothing; and one person with two accounts tells what that person likes. At a
table of more a seat has the mean of its pairs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from math import fsum
from typing import NamedTuple

from games.screens.counted import FULL

# within this, each game of a pair after the first `FULL` ones counts half of the one before
WINDOW = timedelta(days=30)
DAY = timedelta(days=1)  # the same where ratings are open
SHORT = 0.1  # of a game that did not last …
CONTEST = 10  # … a tenth of its usual length


class Pair(NamedTuple):
    """Two seats at a table. `number`: which game of these people it is within the window, on this
    ladder; 0 if one is a bot."""

    number: int
    short: bool
    shared: bool
    """Both sat down from one address."""
    vouched: bool = False
    """The host has said that they are two people."""

    @property
    def weight(self) -> float:
        """Return the weight for the seat that gains by the game."""
        if self.shared and not self.vouched:
            return 0.0
        return repeated(self.number) * (SHORT if self.short else 1.0)


def repeated(number: int) -> float:
    """Return the weight of a pair's game by its number: 1, 1, 1, 1/2, 1/4, and so on."""
    return 1.0 if number <= FULL else 0.5 ** (number - FULL)


def short(left: Sequence[int | None], ply: int, by_rules: bool, usual: int) -> bool:
    """Return whether two of whom some left at these entries have had no contest, at a table that
    ended with so many entries."""
    until = min((at for at in left if at is not None), default=None if by_rules else ply)
    return until is not None and CONTEST * until < usual


def of_seat(seat: int, pairs: Mapping[tuple[int, int], Pair], places: Sequence[int]) -> list[Pair]:
    """Return the pairs by which this seat's game counts: those with people; with bots if there are
    no people.

    A seat that gives a game up at once has lost a whole one: nobody gets rid of bad cards for a
    tenth of their price.
    """
    mine = [(sum(seats) - seat, pair) for seats, pair in pairs.items() if seat in seats]
    met = [(other, pair) for other, pair in mine if pair.number] or mine
    return [
        pair._replace(short=pair.short and places[seat] <= places[other]) for other, pair in met
    ]


def open_mean(pairs: Sequence[Pair]) -> float:
    """Return the mean weight of some pairs where ratings are open: only how often they met on one
    day tells."""
    return fsum(repeated(pair.number) for pair in pairs) / len(pairs)


def mean(pairs: Sequence[Pair]) -> float:
    """Return the mean weight of some pairs."""
    return fsum(pair.weight for pair in pairs) / len(pairs)
