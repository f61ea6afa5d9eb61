"""The worth of results, and points for places. Pure: rows in, numbers out."""

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
    """Return the worth of a result; more is better. It is the lead over the best opponent, whether
    many or few points win, and alone the score. None for a game given up."""
    if mine.score is None:
        return None
    scores = [other.score for other in others if other.score is not None]
    if not scores:
        return mine.score
    if _fewest_win(mine, others):
        return min(scores) - mine.score
    return mine.score - max(scores)


def _fewest_win(mine: Seated, others: Sequence[Seated]) -> bool:
    """Return whether few points win, by places and scores."""
    seats = [(seat.place, seat.score) for seat in (mine, *others)]
    ranked = sorted((place, score) for place, score in seats if None not in (place, score))
    (_best, first), (_worst, last) = ranked[0], ranked[-1]
    assert first is not None and last is not None
    return first < last


def below(worths: Mapping[int | None, int], mine: int | None) -> int:
    """Return how many results are worse than mine. `worths`: worth → number of results; None is
    last."""
    if mine is None:
        return 0
    return sum(n for worth, n in worths.items() if worth is None or worth < mine)


def points(beaten: int, others: int) -> int:
    """Return the points for beating so many of the others: 100 for all, 0 without others."""
    return round(100 * beaten / others) if others else 0


def month(days: Iterable[int]) -> tuple[int, int]:
    """Return the points of a month and the number of counted days, from the best deal of each
    day."""
    best = sorted(days, reverse=True)[:BEST_DAYS]
    return sum(best), len(best)
