"""The rules page: its examples are computed by the engine, so that they cannot be wrong."""

from __future__ import annotations

import pytest

from games.odin.actions import beats
from games.odin.sets import SETS, as_bits
from tests.tables.pages import Element, rules

pytestmark = pytest.mark.django_db


@pytest.fixture
def page() -> Element:
    return rules("odin")


def drawn(example: Element) -> list[str]:
    return [card.attributes["data-card"] for card in example.all(class_="card")]


def test_values_are_those_of_the_engine(page: Element) -> None:
    examples = [
        example
        for part in page.all("section")
        if part.attributes["id"] == "sets"
        for example in part.all(class_="example")
    ]
    assert [int(example.one(class_="value").text) for example in examples] == [
        SETS[as_bits(drawn(example))].value for example in examples
    ]


def test_what_beats_a_set_beats_it(page: Element) -> None:
    (figure,) = page.all("figure")
    table = SETS[as_bits(figure.attributes["data-table"].split())]
    lines = figure.all("li")
    assert len(lines) == 7 and drawn(figure) == figure.attributes["data-table"].split()
    for line in lines:
        cards = as_bits(line.attributes["data-cards"].split())
        may = cards in {action.cards for action in beats(cards, table)}
        assert (line.attributes["class"] == "may__yes") == may, line.text


def test_points_add_up(page: Element) -> None:
    (end,) = [part for part in page.all("section") if part.attributes["id"] == "end"]
    for row in end.all("tr"):
        parts, total = [cell.text for cell in row.all("td")]
        assert sum(map(int, parts.split(" + "))) == int(total)
