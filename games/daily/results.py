"""The worth of a game of a deal, and of places. Pure: rows in, numbers out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

BEST_DAYS = 20  # of a month count


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat of an ended game."""

    score: int | None
    place: int | None


def worth(mine: Seated, others: Sequence[Seated]) -> int | None:
    """Return what a result is worth; more is better. It is the lead over the best opponent,
    whether many points are good or bad in the game, and alone it is the score. None for a game
    that was given up."""
    if mine.score is None:
        return None
    scores = [other.score for other in others if other.score is not None]
    if not scores:
        return mine.score
    if _fewest_win(mine, others):
        return min(scores) - mine.score
    return mine.score - max(scores)


def _fewest_win(mine: Seated, others: Sequence[Seated]) -> bool:
    """Tell whether few points are good, as places and scores of the game show it."""
    seats = [(seat.place, seat.score) for seat in (mine, *others)]
    ranked = sorted((place, score) for place, score in seats if None not in (place, score))
    (_best, first), (_worst, last) = ranked[0], ranked[-1]
    assert first is not None and last is not None
    return first < last


def below(worths: Mapping[int | None, int], mine: int | None) -> int:
    """Return how many results are worse than mine. `worths`: worth → how many have it; None is
    behind all."""
    if mine is None:
        return 0
    return sum(n for worth, n in worths.items() if worth is None or worth < mine)


def points(beaten: int, others: int) -> int:
    """Return the points for beating so many of the others: 100 for all of them. Nobody to beat:
    none."""
    return round(100 * beaten / others) if others else 0


def month(days: Iterable[int]) -> tuple[int, int]:
    """Return the points of a month and how many days they are of, given the best deal of each
    day."""
    best = sorted(days, reverse=True)[:BEST_DAYS]
    return sum(best), len(best)
