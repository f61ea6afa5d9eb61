"""The picture of a review: marks that do not cover one another, nor the result."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.bots.evaluation import Judged
from games.learning.review import chart
from games.learning.review.summary import Moment, Point

TURNS = 40


def moment(mark: int, at: int) -> Moment:
    judged = Judged(at, 0, "play R7", ("discard R7",), 4, 9.0, 1.0, 0.6, 0.5, (-9.0, 9.0))
    return Moment(mark, at + 1, at, judged, 9.0, "mistake", True)


@pytest.mark.parametrize("size", [chart.DESK, chart.PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("places", [(3, 20, 33), (37, 38, 39), (0, 0, 1), (30, 31, 39)])
def test_marks_of_neighbouring_turns_stand_apart(size: chart.Size, places: tuple[int, ...]) -> None:
    points = [Point(at, at, 0, -at + 9 * (at % 2), 5.0, 0.5, 0.0, 0.0) for at in range(TURNS)]
    moments = [moment(number, at) for number, at in enumerate(places, 1)]
    marks = chart.curve(size, points, moments, TURNS, alone=False).marks
    for one, other in combinations(marks, 2):
        assert abs(float(one.across) - float(other.across)) >= 2 * chart.RADIUS
    for mark in marks:
        assert size.left <= float(mark.across) + chart.RADIUS <= size.right
        assert size.top <= float(mark.circle) <= size.bottom


@pytest.mark.parametrize("size", [chart.DESK, chart.PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("last", [(39,), (38, 39), (37, 38, 39)])
@pytest.mark.parametrize("ends", [-60, -30, 0, 30, 60])
def test_the_result_stands_clear_of_the_marks_wherever_the_line_ends(
    size: chart.Size, last: tuple[int, ...], ends: int
) -> None:
    """A game may be lost in its last turn, where the line ends at the bottom."""
    points = [Point(at, at, 0, ends * (at == TURNS - 1), 5.0, 0.5, 0.0, 0.0) for at in range(TURNS)]
    moments = [moment(number, at) for number, at in enumerate(last, 1)]
    drawn = chart.curve(size, points, moments, TURNS, alone=False)
    text = float(drawn.end_text)
    assert size.top < text - 10 and text < size.bottom
    for mark in drawn.marks:
        assert abs(text - 5 - float(mark.circle)) >= chart.RADIUS + 8
