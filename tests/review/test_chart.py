"""The picture of a review: marks that do not cover one another, nor the result."""

from __future__ import annotations

from itertools import combinations

import pytest

from games.bots.judging import Judged
from games.review import chart
from games.review.story import Moment, Point

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
