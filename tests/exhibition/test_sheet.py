"""The score sheet: points, reasons, what is secret, and what counts alone."""

from __future__ import annotations

import pytest

from tests.exhibition.table import Table
from tests.exhibition.test_screen import case, screen_of


def test_the_score_sheet_gives_reasons_and_marks_the_best() -> None:
    table = Table(
        2, shows={"ann": "gap 1904 1999 era 1932 1939", "ben": "gap 1906 1997 one 1938 depot 1950"}
    )
    rows = {row.name: row for row in screen_of(table, "ann").rows((0, 1))}
    gap = rows["gap"].cells
    found = [(cell.points, cell.reason, cell.best) for cell in gap]
    assert found == [("5", "95 years", True), ("4", "91 years", False)]
    assert [cell.points for cell in rows["depot"].cells] == ["0", "−1"]
    assert rows["depot"].cells[0].best
    assert not any(cell.best for cell in rows["chain"].cells)  # all equal


def test_a_secret_decade_is_for_its_seat_alone() -> None:
    table = Table(2, secret="D3 D5", shows={"ann": "era 1932 1939"})
    ann, ben, cal = (screen_of(table, name) for name in ("ann", "ben", "cal"))
    titles = [
        next(row for row in each.rows(each.seats) if row.name == "secret").title
        for each in (ann, ben, cal)
    ]
    assert titles == ["Secret: 1930s", "Secret: 1950s", "Secret decade"]
    assert [
        cell.points for cell in next(row for row in ann.rows((0, 1)) if row.name == "secret").cells
    ] == ["2", "?"]
    assert [
        cell.points for cell in next(row for row in cal.rows((0, 1)) if row.name == "secret").cells
    ] == ["?", "?"]


def test_alone_the_total_is_hundreds_and_cards_outside_the_gap_are_marked() -> None:
    table = Table(1, columns={"OC": "1907 1926 1998"}, shows={"ann": "gap 1920 1990 mid 1950"})
    shown = screen_of(table, "ann")
    costing = {
        label.card.code
        for column in shown.columns
        for label in column.labels
        if label and label.costs
    }
    assert "1907" in costing and "1998" in costing and "1926" not in costing
    assert shown.costing == len(costing)
    assert shown.solo and not shown.rivals and shown.middle_points() == "100"
    assert shown.total(0) != shown.fame(0)


def test_alone_the_showcase_says_how_many_cards_cost_a_point() -> None:
    table = Table(1, columns={"OC": "1907 1926 1998"}, shows={"ann": "gap 1920 1990 mid 1950"})
    shown = screen_of(table, "ann")
    assert case(shown, "gap").costs == f"{shown.costing} outside" and not case(shown, "six").costs
    table.holds("ann", "1943")
    assert case(screen_of(table, "ann"), "gap").costs == f"{shown.costing} outside"


@pytest.mark.parametrize(
    ("name", "ann", "ben"),
    [
        ("six", "2 of 6 so far", "without South America, Asia and Europe"),
        ("gap", "95 years, the best", "91 years, 1 is better"),
        ("focus", "3 cards of South America", "no two cards of a continent"),
        ("decades", "1900s, 1930s and 1990s", "1900s, 1930s and 1990s"),
        ("chain", "no two years in a row", "no two years in a row"),
        ("empty", "12 spots are empty", "13 spots are empty"),
        ("depot", "0 cards there", "1 card there"),
    ],
)
def test_a_line_of_the_sheet_tells_its_sum(name: str, ann: str, ben: str) -> None:
    table = Table(
        2, shows={"ann": "gap 1904 1999 era 1930 1936", "ben": "gap 1906 1997 one 1938 depot 1950"}
    )
    rows = {row.name: row for row in screen_of(table, "ann").rows((0, 1))}
    assert [cell.words for cell in rows[name].cells] == [ann, ben]
