"""The pictures of ratings: what stands where."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.ratings import chart
from games.ratings.chart import Point

JUNE = datetime(2026, 6, 3, 18, tzinfo=UTC)


def points(*values: int, days: float = 4, deviation: int = 60) -> list[Point]:
    return [
        Point(JUNE + timedelta(days=days * number), value, deviation)
        for number, value in enumerate(values)
    ]


def places(text: str) -> list[tuple[int, int]]:
    return [(int(x), int(y)) for x, y in (pair.split(",") for pair in text.split())]


def test_a_history_begins_with_the_second_point() -> None:
    assert chart.history([]) is None and chart.history(points(1500)) is None


def test_a_line_goes_from_one_side_to_the_other_and_up_is_better() -> None:
    drawn = chart.history(points(1500, 1520, 1510))
    assert drawn
    line = places(drawn.line)
    assert [x for x, _ in line] == [0, 500, 1000] and line[0][1] > line[2][1] > line[1][1]
    assert all(0 <= y <= 1000 for _, y in line)
    assert drawn.end.label == "1510" and len(places(drawn.tint)) == 6


@pytest.mark.parametrize(
    "days, labels", [(0.01, 2), (0.5, 6), (4, 6), (30, 6), (120, 6), (1000, 7)]
)
def test_dates_are_few_and_in_order(days: float, labels: int) -> None:
    drawn = chart.history(points(*range(1500, 1510), days=days))
    assert drawn and 1 <= len(drawn.times) <= labels
    at = [float(tick.at.rstrip("%")) for tick in drawn.times]
    assert at == sorted(at) and all(0 <= place <= 100 for place in at)
    assert len({tick.label for tick in drawn.times}) == len(drawn.times) or days == 30


def test_a_long_history_keeps_its_ends() -> None:
    drawn = chart.history(points(*range(1000, 2000)))
    assert drawn and len(drawn.points) <= chart.POINTS + 1
    assert (drawn.points[0].value, drawn.points[-1].value) == (1000, 1999)


def test_everything_in_one_moment() -> None:
    drawn = chart.history(points(1500, 1510, days=0))
    assert drawn and [x for x, _ in places(drawn.line)] == [0, 1000]


@pytest.mark.parametrize(
    "intervals", [[(1803, 48), (1488, 131)], [(1500, 0)], [(900, 350), (2400, 60)], [(-50, 80)]]
)
def test_a_scale_holds_all_its_intervals(intervals: list[tuple[int, int]]) -> None:
    scale = chart.scale(intervals)
    assert 2 <= len(scale.ticks) <= 5
    for value, deviation in intervals:
        bar = chart.bar(scale, value, deviation)
        start, width = float(bar.start.rstrip("%")), float(bar.width.rstrip("%"))
        assert start >= 0 and start + width <= 100.01


def test_pieces_fill_the_bar() -> None:
    assert [bar.width for bar in chart.share((1, 1, 2))] == ["25.00%", "25.00%", "50.00%"]
    assert [bar.start for bar in chart.share((0, 0))] == ["0.00%", "0.00%"]
