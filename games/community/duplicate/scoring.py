"""Scores of results with the same cards. Pure: lines in, fractions out.

Only the lines of one seat of one deal are compared: there the cards were the same, and the same
seat began.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction

HALF = Fraction(1, 2)


class Result(IntEnum):
    """The kinds of results, from the worst to the best. ABORTED is none: it gets an average."""

    ABORTED = 0
    LOST = 1  # resigned, flagged, forfeited: worse than any lead
    PLAYED = 2
    WON = 3  # all opponents have left: better than any lead


@dataclass(frozen=True, slots=True)
class Line:
    """The result of a seat at a table. `lead` is that over the best opponent, whether many or few
    points win, and the score of somebody alone; 0 unless `result` is PLAYED."""

    deal: int
    seat: int
    table: str
    player: str
    result: Result = Result.PLAYED
    lead: int = 0

    @property
    def rank(self) -> tuple[int, int]:
        """Return a value that is greater for a better result."""
        return (self.result, self.lead if self.result == Result.PLAYED else 0)

    @property
    def counts(self) -> bool:
        """Tell whether others are compared with this result."""
        return self.result != Result.ABORTED


def alike(lines: Iterable[Line]) -> dict[tuple[int, int], list[Line]]:
    """Return the lines that count by deal and seat: those of one key had the same cards."""
    found: dict[tuple[int, int], list[Line]] = defaultdict(list)
    for line in lines:
        if line.counts:
            found[line.deal, line.seat].append(line)
    return dict(found)


def matchpoints(lines: Sequence[Line]) -> list[Fraction]:
    """Return the matchpoints of each line, from 0 to 1: 1 for each worse line with the same cards,
    1/2 for each equal one, as a share of the possible. An aborted game, or one without comparison,
    gets 1/2."""
    groups = alike(lines)
    return [_matchpoints(line, groups.get((line.deal, line.seat), ())) for line in lines]


def _matchpoints(line: Line, group: Sequence[Line]) -> Fraction:
    if not line.counts or len(group) < 2:
        return HALF
    beaten = sum(other.rank < line.rank for other in group)
    level = sum(other.rank == line.rank for other in group) - 1  # without itself
    return Fraction(2 * beaten + level, 2 * (len(group) - 1))


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat of an ended game, as its table has it."""

    score: int | None
    place: int | None
    left: bool = False
    """Whether its player has left the game."""


def result(mine: Seated, others: Sequence[Seated], *, aborted: bool = False) -> tuple[Result, int]:
    """Return the kind and the lead of a result. Opponents who have left count with the points that
    were made for them, but not for which of many and few points win. A draw that was agreed is a
    lead of 0."""
    if aborted or mine.place is None:
        return Result.ABORTED, 0
    if mine.left:
        return Result.LOST, 0
    if mine.score is None:
        return _without_score(mine, others), 0
    scores = [other.score for other in others if other.score is not None]
    if not scores:
        return Result.PLAYED, mine.score
    fewest = _fewest_win([seat for seat in (mine, *others) if not seat.left])
    return Result.PLAYED, min(scores) - mine.score if fewest else mine.score - max(scores)


def _without_score(mine: Seated, others: Sequence[Seated]) -> Result:
    if all(other.place == mine.place for other in others):
        return Result.PLAYED
    return Result.WON if mine.place == 1 else Result.LOST


def _fewest_win(seats: Sequence[Seated]) -> bool:
    """Return whether few points win, by places and scores."""
    ranked = sorted(
        (seat.place, seat.score)
        for seat in seats
        if seat.place is not None and seat.score is not None
    )
    return ranked[0][1] < ranked[-1][1]
