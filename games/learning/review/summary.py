"""A review for one seat: result, cards and play, the curve, the key moments. Numbers, no words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from games.bots.evaluation import Judged, Stage, is_loss
from games.kernel.protocol import Seat

MOMENTS = 3
MISTAKE, BLUNDER = 2, 5
"""A loss of so many slips is a mistake, or a blunder."""


@dataclass(frozen=True, slots=True)
class Point:
    """The seat's expected result after a turn. `played`: the change by decisions, `drawn`: by the
    cards."""

    number: int
    """The number of the turn; for a deal that of the turn before."""
    ply: int
    seat: Seat | None
    ahead: float
    spread: float
    chance: float
    played: float
    drawn: float


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision called a loss; `cost` is what the seat lost by it, or gained."""

    mark: int
    turn: int
    at: int
    """The index of its point."""
    judged: Judged
    cost: float
    kind: str
    mine: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """The review for one seat: the result is cards plus play, `doubt` the standard error of both.
    Points are whole."""

    seat: Seat
    alone: bool
    points: tuple[Point, ...]
    moments: tuple[Moment, ...]
    result: int
    """The final lead in points; alone, the points."""
    expected: int
    """The expectation before the game: 0, or alone the points that the deal promised."""
    mine: int
    """The points that the seat's own decisions gave away."""
    theirs: int
    """The points that the others' decisions gave it."""
    cards: int
    play: int
    doubt: int

    @property
    def even(self) -> bool:
        """Return whether the cards were about even."""
        return abs(self.cards) < self.doubt

    @property
    def worst(self) -> Moment | None:
        """Return the seat's own costliest moment."""
        return max(
            [each for each in self.moments if each.mine], key=lambda one: one.cost, default=None
        )


def kind(cost: float, slip: float) -> str:
    """Return the word for a loss."""
    return "blunder" if cost >= BLUNDER * slip else "mistake" if cost >= MISTAKE * slip else "slip"


def summarize(
    stages: Sequence[Stage], numbers: Sequence[int], seat: Seat, *, slip: float, alone: bool
) -> Summary:
    """Return the summary of a seat. `numbers`: of the turns, by stage."""
    points = _points(stages, numbers, seat, alone)
    judged = [one for stage in stages for one in stage.judged]
    mine = max(0, round(sum(one.loss for one in judged if one.seat == seat)))
    theirs = max(0, round(sum(one.gains[seat] for one in judged if one.seat != seat)))
    first = points[0].ahead if alone and points else 0.0
    result, expected = round(points[-1].ahead) if points else 0, round(first)
    doubt = sqrt(sum(one.error**2 for one in judged))
    return Summary(
        seat=seat,
        alone=alone,
        points=points,
        moments=_moments(stages, numbers, points, seat, slip),
        result=result,
        expected=expected,
        mine=mine,
        theirs=theirs,
        cards=result - expected - (theirs - mine),
        play=theirs - mine,
        doubt=max(1, round(doubt)),
    )


def _points(
    stages: Sequence[Stage], numbers: Sequence[int], seat: Seat, alone: bool
) -> tuple[Point, ...]:
    found: list[Point] = []
    for stage, number in zip(stages, numbers, strict=False):
        its = stage.expected.get(seat)
        if its is None:
            continue
        before = found[-1].ahead if found else its.ahead if alone else 0.0
        played = sum(one.gains[seat] for one in stage.judged)
        drawn = its.ahead - before - played
        told = (number, stage.ply, stage.seat, its.ahead, its.spread, its.chance)
        found.append(Point(*told, played, drawn))
    return tuple(found)


def _moments(
    stages: Sequence[Stage],
    numbers: Sequence[int],
    points: Sequence[Point],
    seat: Seat,
    slip: float,
) -> tuple[Moment, ...]:
    """Return the moments that mattered most to the seat, in order."""
    places = {point.ply: at for at, point in enumerate(points)}
    found = []
    for stage, number in zip(stages, numbers, strict=False):
        for one in stage.judged:
            cost = abs(one.gains[seat])
            if is_loss(one.loss, one.error, slip) and cost >= slip and stage.ply in places:
                kinds = kind(cost, slip)
                mine = one.seat == seat
                found.append(Moment(0, number, places[stage.ply], one, cost, kinds, mine))
    most = sorted(found, key=lambda each: -each.cost)[:MOMENTS]
    ordered = sorted(most, key=lambda each: each.judged.ply)
    return tuple(
        Moment(mark, each.turn, each.at, each.judged, each.cost, each.kind, each.mine)
        for mark, each in enumerate(ordered, 1)
    )
