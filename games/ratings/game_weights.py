"""Weights of games: pure arithmetic over facts that are stored with the table, so that rerating
agrees.

They go by pairs: repeated meetings, games given up at once, and accounts of one address count less
or not at all. At a table of more than two a seat has the mean of its pairs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from math import fsum
from typing import NamedTuple

from games.screens.rating_weights import FULL

# in this window each game of a pair after the first FULL counts half of the one before
WINDOW = timedelta(days=30)
DAY = timedelta(days=1)  # the window with RATINGS=open
SHORT = 0.1  # the weight of a game shorter than …
CONTEST = 10  # … a tenth of its usual length


class Pair(NamedTuple):
    """Two seats at a table. `number`: of the pair's game on this ladder in the window; 0 with a
    bot."""

    number: int
    short: bool
    shared: bool
    """Whether both sat down from one address."""
    vouched: bool = False
    """Whether the host has vouched for them."""

    @property
    def weight(self) -> float:
        """Return the weight for the seat that gains."""
        if self.shared and not self.vouched:
            return 0.0
        return repeated(self.number) * (SHORT if self.short else 1.0)


def repeated(number: int) -> float:
    """Return the weight of a pair's game by its number: 1, 1, 1, 1/2, 1/4, and so on."""
    return 1.0 if number <= FULL else 0.5 ** (number - FULL)


def short(left: Sequence[int | None], ply: int, by_rules: bool, usual: int) -> bool:
    """Return whether there was no contest between two seats. `left`: the entries at which they
    left; `ply`, `usual`: the table's length and the usual one."""
    until = min((at for at in left if at is not None), default=None if by_rules else ply)
    return until is not None and CONTEST * until < usual


def of_seat(seat: int, pairs: Mapping[tuple[int, int], Pair], places: Sequence[int]) -> list[Pair]:
    """Return the pairs that weigh a seat's game: those with people, else those with bots. A seat
    that gives up at once loses in full: else bad cards could be thrown away for a tenth of the
    price."""
    mine = [(sum(seats) - seat, pair) for seats, pair in pairs.items() if seat in seats]
    met = [(other, pair) for other, pair in mine if pair.number] or mine
    return [
        pair._replace(short=pair.short and places[seat] <= places[other]) for other, pair in met
    ]


def open_mean(pairs: Sequence[Pair]) -> float:
    """Return the mean weight of pairs with RATINGS=open: by their number alone."""
    return fsum(repeated(pair.number) for pair in pairs) / len(pairs)


def mean(pairs: Sequence[Pair]) -> float:
    """Return the mean weight of pairs."""
    return fsum(pair.weight for pair in pairs) / len(pairs)
