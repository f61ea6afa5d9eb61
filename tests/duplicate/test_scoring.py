"""The worth of results with the same cards: exact, and the same from either side of a table."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction as F
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.community.duplicate import luck, scoring
from games.community.duplicate.scoring import Line, Result, SeatResult

NUMBER = count()


def line(lead: int = 0, result: Result = Result.PLAYED, *, deal: int = 0, seat: int = 0) -> Line:
    return Line(deal, seat, f"t{next(NUMBER)}", "ann", result, lead)


LOST, WON, ABORTED = (line(result=kind) for kind in (Result.LOST, Result.WON, Result.ABORTED))


@pytest.mark.parametrize(
    ("lines", "points"),
    [
        ([line(5)], [F(1, 2)]),
        ([line(5), line(1)], [F(1), F(0)]),
        ([line(5), line(5), line(-4)], [F(3, 4), F(3, 4), F(0)]),
        ([line(90), line(0), line(0)], [F(1), F(1, 4), F(1, 4)]),
        ([line(5), LOST, ABORTED], [F(1), F(0), F(1, 2)]),
        ([line(-50), LOST, WON], [F(1, 2), F(0), F(1)]),
        ([LOST, LOST], [F(1, 2), F(1, 2)]),
        ([line(5), line(9, deal=1), line(7, seat=1)], [F(1, 2)] * 3),
        ([], []),
    ],
)
def test_a_result_is_compared_with_those_of_the_same_cards(
    lines: list[Line], points: list[F]
) -> None:
    assert scoring.matchpoints(lines) == points


tables = st.lists(
    st.tuples(st.integers(0, 3), st.integers(-90, 90), st.sampled_from([*Result])), max_size=16
)


def both_sides(games: list[tuple[int, int, Result]]) -> tuple[list[Line], list[Line]]:
    """Return the lines of seat 0 and those of seat 1 of games for two."""
    opposite = {Result.LOST: Result.WON, Result.WON: Result.LOST}
    first = [Line(deal, 0, str(n), "a", kind, lead) for n, (deal, lead, kind) in enumerate(games)]
    second = [
        replace(
            one, seat=1, player="b", lead=-one.lead, result=opposite.get(one.result, one.result)
        )
        for one in first
    ]
    return first, second


@given(tables)
def test_what_one_side_wins_the_other_loses(games: list[tuple[int, int, Result]]) -> None:
    first, second = both_sides(games)
    both = [*first, *second]
    points = scoring.matchpoints(both)
    half = len(first)
    for n in range(half):
        assert points[n] + points[half + n] == 1
    assert all(0 <= point <= 1 for point in points)


@given(tables, st.randoms(use_true_random=False))
def test_neither_the_order_nor_a_lead_that_all_have_changes_anything(
    games: list[tuple[int, int, Result]], dice: object
) -> None:
    first, _second = both_sides(games)
    points = dict(zip([one.table for one in first], scoring.matchpoints(first), strict=True))
    mixed = [replace(one, lead=one.lead + 7) for one in first]
    dice.shuffle(mixed)  # type: ignore[attr-defined]
    again = zip([one.table for one in mixed], scoring.matchpoints(mixed), strict=True)
    assert dict(again) == points


@given(tables)
def test_the_points_of_a_deal_are_half_of_the_possible(
    games: list[tuple[int, int, Result]],
) -> None:
    first, _second = both_sides(games)
    assert sum(scoring.matchpoints(first)) == F(len(first), 2)


@given(tables, st.integers(1, 50))
def test_a_better_lead_is_never_worth_less(games: list[tuple[int, int, Result]], more: int) -> None:
    first, _second = both_sides(games)
    for n, one in enumerate(first):
        better = [*first]
        better[n] = replace(one, lead=one.lead + more)
        assert scoring.matchpoints(better)[n] >= scoring.matchpoints(first)[n]


@pytest.mark.parametrize(
    ("mine", "others", "expected"),
    [
        (SeatResult(30, 1), [SeatResult(12, 2)], (Result.PLAYED, 18)),
        (
            SeatResult(3, 1),
            [SeatResult(9, 2), SeatResult(15, 3)],
            (Result.PLAYED, 6),
        ),  # few points win
        (SeatResult(9, 2), [SeatResult(3, 1), SeatResult(15, 3)], (Result.PLAYED, -6)),
        (SeatResult(12, None), [SeatResult(3, None)], (Result.ABORTED, 0)),
        (SeatResult(None, 1), [SeatResult(None, 2)], (Result.WON, 0)),
        (SeatResult(None, 2), [SeatResult(None, 1)], (Result.LOST, 0)),
        (SeatResult(None, 1), [SeatResult(None, 1)], (Result.PLAYED, 0)),  # a draw
        (SeatResult(40, 3, left=True), [SeatResult(9, 1), SeatResult(7, 2)], (Result.LOST, 0)),
        (SeatResult(9, 1), [SeatResult(7, 2), SeatResult(40, 3, left=True)], (Result.PLAYED, -31)),
        (SeatResult(25, 1), [], (Result.PLAYED, 25)),
    ],
)
def test_the_lead_is_over_the_best_opponent(
    mine: SeatResult, others: list[SeatResult], expected: tuple[Result, int]
) -> None:
    assert scoring.result(mine, others) == expected
    assert scoring.result(mine, others, aborted=True) == (Result.ABORTED, 0)


def field(cards: int, play: int, deals: int = 12) -> list[Line]:
    """Return the lines of seat 0 at four tables for each deal: leads that the cards and the play
    make."""
    return [
        Line(deal, 0, f"{deal}-{table}", "a", Result.PLAYED, cards * (deal % 4) + play * table)
        for deal in range(deals)
        for table in range(4)
    ]


def test_luck_is_what_the_cards_made() -> None:
    lucky, skilled = luck.estimate(field(20, 1)), luck.estimate(field(0, 9))
    assert lucky is not None and skilled is not None
    assert 0.95 < lucky.low <= lucky.share <= lucky.high <= 1 and lucky.compared < lucky.plain
    assert 0 == skilled.low == skilled.share and skilled.compared == skilled.plain
    assert (lucky.games, lucky.deals) == (48, 12)
    assert luck.estimate(field(20, 1)) == lucky


@pytest.mark.parametrize(
    "lines",
    [
        [],
        field(20, 1, deals=5),
        [one for one in field(20, 1) if one.table.endswith("-0")],
        [replace(one, result=Result.LOST) for one in field(20, 1)],
        field(0, 0),
    ],
)
def test_few_games_tell_nothing(lines: list[Line]) -> None:
    assert luck.estimate(lines) is None
