"""Matchpoints among results with the same cards: those of one seat of one deal. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction

HALF = Fraction(1, 2)


class Result(IntEnum):
    """The kinds of results, from the worst to the best. ABORTED gets an average."""

    ABORTED = 0
    LOST = 1  # resigned, out of time, forfeited: worse than any lead
    PLAYED = 2
    WON = 3  # all opponents have left: better than any lead


@dataclass(frozen=True, slots=True)
class Line:
    """The result of a seat at a table. `lead`: the lead over the best opponent, positive if better;
    the score of a solitary player; 0 unless `result` is PLAYED."""

    deal: int
    seat: int
    table: str
    player: str
    result: Result = Result.PLAYED
    lead: int = 0

    @property
    def rank(self) -> tuple[int, int]:
        """Return a key that is greater for a better result."""
        return (self.result, self.lead if self.result == Result.PLAYED else 0)

    @property
    def counts(self) -> bool:
        """Return whether others are compared with this result."""
        return self.result != Result.ABORTED


def by_seat(lines: Iterable[Line]) -> dict[tuple[int, int], list[Line]]:
    """Return the lines that count by deal and seat."""
    found: dict[tuple[int, int], list[Line]] = defaultdict(list)
    for line in lines:
        if line.counts:
            found[line.deal, line.seat].append(line)
    return dict(found)


def matchpoints(lines: Sequence[Line]) -> list[Fraction]:
    """Return the matchpoints of each line, from 0 to 1: the share of the others with the same cards
    that are worse, equal ones as halves. An aborted game, or one without comparison, gets 1/2."""
    groups = by_seat(lines)
    return [_matchpoints(line, groups.get((line.deal, line.seat), ())) for line in lines]


def _matchpoints(line: Line, group: Sequence[Line]) -> Fraction:
    if not line.counts or len(group) < 2:
        return HALF
    beaten = sum(other.rank < line.rank for other in group)
    level = sum(other.rank == line.rank for other in group) - 1  # without itself
    return Fraction(2 * beaten + level, 2 * (len(group) - 1))


@dataclass(frozen=True, slots=True)
class SeatResult:
    """The score and place of a seat in an ended game."""

    score: int | None
    place: int | None
    left: bool = False
    """Whether the player has left the game."""


def result(
    mine: SeatResult, others: Sequence[SeatResult], *, aborted: bool = False
) -> tuple[Result, int]:
    """Return the kind and the lead of a result. The points of opponents who have left count, but
    not for whether many or few win. An agreed draw is a lead of 0."""
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


def _without_score(mine: SeatResult, others: Sequence[SeatResult]) -> Result:
    if all(other.place == mine.place for other in others):
        return Result.PLAYED
    return Result.WON if mine.place == 1 else Result.LOST


def _fewest_win(seats: Sequence[SeatResult]) -> bool:
    """Return whether few points win, by places and scores."""
    ranked = sorted(
        (seat.place, seat.score)
        for seat in seats
        if seat.place is not None and seat.score is not None
    )
    return ranked[0][1] < ranked[-1][1]
