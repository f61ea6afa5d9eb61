"""Points: those of the game so far, and those of a finished hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.odin.view import Result
from games.odin.words import number, value
from games.screens.cards import Card, drawn
from games.screens.languages import per_language


class Row(NamedTuple):
    """A player's row in a table of points: `points` by hand, and their total."""

    number: int
    points: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Summary:
    """A finished hand; `rows` have the fewest points of the game first."""

    number: int
    result: Result
    rows: tuple[Row, ...]
    cards: tuple[Card, ...]
    value: int
    count: str  # of the cards, in words


def rows(past: Sequence[Result], totals: Sequence[int]) -> tuple[Row, ...]:
    """Return a row for each seat, the fewest points first."""
    rows = [
        Row(seat, tuple([played.points[seat] for played in past]), total)
        for seat, total in enumerate(totals)
    ]
    return tuple(sorted(rows, key=lambda row: (row.total, row.number)))


@per_language(1024)
def summary(past: tuple[Result, ...]) -> Summary:
    """Return the last of these hands, with the points after it."""
    last = past[-1]
    cards = tuple(map(drawn, last.cards))
    facts = (len(past), last, rows(past, last.totals), cards)
    return Summary(*facts, value(last.cards), number(len(cards)))
