"""Results: what a game is worth, places, first choices, the picture, points and the month."""

from __future__ import annotations

from datetime import date

import pytest

from games.daily import field, results, strip_plot
from games.daily.field import Spread
from games.daily.results import Seated

ME, BEN = Seated(64, 1), Seated(41, 2)


def test_a_result_is_the_lead_over_the_best_opponent() -> None:
    assert results.worth(ME, [BEN]) == 23
    assert results.worth(BEN, [ME]) == -23
    assert results.worth(Seated(9, 2), [Seated(5, 1), Seated(15, 4), Seated(11, 3)]) == -4
    assert results.worth(Seated(5, 1), [Seated(9, 2), Seated(15, 4), Seated(11, 3)]) == 4
    assert results.worth(Seated(7, 1), [Seated(7, 1)]) == 0


def test_alone_it_is_the_score_and_given_up_it_is_behind_all() -> None:
    assert results.worth(Seated(31, 1), []) == 31
    assert results.worth(Seated(None, 2), [Seated(None, 1)]) is None
    assert results.below({None: 2, 5: 3, 8: 1}, 5) == 2
    assert results.below({None: 2, 5: 3, 8: 1}, None) == 0


def test_level_ones_do_not_count_as_beaten() -> None:
    found = field.of([("a", 5, 3), ("b", 8, 2), ("b", 2, 1)], 5, counted=True)
    assert (found.others, found.below, found.level, found.above) == (5, 1, 2, 2)
    assert found.is_enough and found.best == 8


def test_somebody_who_does_not_count_is_not_among_them() -> None:
    found = field.of([("a", 5, 3), ("b", 8, 2)], 8)
    assert (found.others, found.below, found.level, found.above) == (5, 3, 2, 0)


def test_points_are_the_part_that_was_beaten() -> None:
    assert [results.points(n, 4) for n in range(5)] == [0, 25, 50, 75, 100]
    assert results.points(0, 0) == 0


def test_the_best_twenty_days_of_a_month_count() -> None:
    assert results.month([10] * 25 + [100]) == (19 * 10 + 100, 20)
    assert results.month([30, 50]) == (80, 2)


def test_first_choices_are_told_commonest_first_and_rare_ones_together() -> None:
    rows = [("p", 4, 3), ("p", 8, 2), ("d", 1, 3), ("x", 30, 1), ("y", None, 1)]
    first, second, rest = field.choices(rows, "x")
    assert (first.code, first.players, first.mine) == ("p", 5, False)
    assert first.spread == Spread(4, 4, 4, 8, 8)
    assert (second.code, second.players) == ("d", 3)
    assert (rest.code, rest.players, rest.mine) == ("", 2, True)
    assert field.choices([("x", 30, 1), ("y", 2, 2)], "x") == []


def test_the_picture_has_a_dot_for_each_result_and_never_mixes_them() -> None:
    worths = {-40: 2, -3: 1, 0: 3, 22: 4, 23: 3, 24: 1, 62: 1}
    for frame in (strip_plot.NARROW, strip_plot.WIDE):
        drawn = strip_plot.draw(frame, worths, 23, plus=True)
        assert drawn is not None and drawn.mine is not None and drawn.each == 1
        assert len(drawn.dots) == sum(worths.values()) - 1
        assert sum(dot.below for dot in drawn.dots) == 10
        mine = float(drawn.mine.x)
        assert all(float(dot.x) < mine for dot in drawn.dots if dot.below)
        assert all(float(dot.x) >= mine for dot in drawn.dots if not dot.below)
        places = [(dot.x, dot.y) for dot in (*drawn.dots, drawn.mine)]
        assert len({*places}) == len(places)
        assert all(0 < float(x) < frame.width and 0 < float(y) < frame.axis for x, y in places)
        assert "+20" in [tick.label for tick in drawn.ticks]
        assert "−40" in [tick.label for tick in drawn.ticks]


@pytest.mark.parametrize(
    "worths", [{5: 1}, {5: 100, 6: 3}, {n: 9 for n in range(-400, 400, 7)}, {0: 1, 10**6: 1}]
)
def test_the_picture_fits_whatever_the_results(worths: dict[int, int]) -> None:
    for mine in (None, 5, -9):
        drawn = strip_plot.draw(strip_plot.NARROW, worths, mine, plus=True)
        assert drawn is not None
        dots = (*drawn.dots, *([drawn.mine] if drawn.mine else []))
        assert all(float(dot.y) > 0 and 0 < float(dot.x) < 328 for dot in dots)
        assert drawn.each == 1 or max(worths.values()) > strip_plot.TALLEST or len(worths) > 20
    assert strip_plot.draw(strip_plot.NARROW, {}, None, plus=True) is None


def test_months_begin_on_their_first_day() -> None:
    from games.daily.converters import Day, Month

    assert Month().to_python("2026-11") == date(2026, 11, 1)
    assert Month().to_url(date(2026, 11, 1)) == "2026-11"
    with pytest.raises(ValueError):
        Day().to_python("2026-02-30")
