"""The rules page: its examples are computed by the engine, so that they cannot be wrong."""

from __future__ import annotations

import pytest

from games.exhibition.score_table import RULES, SOLO_RULES
from games.exhibition.words import SHOWCASES
from tests.exhibition.table import Table
from tests.tables.pages import Element, rules

pytestmark = pytest.mark.django_db


@pytest.fixture
def page() -> Element:
    return rules("exhibition")


def shown(element: Element) -> list[str]:
    return [card.attributes["data-card"] for card in element.all(class_="plaque")]


def figure(row: Element) -> int:
    return int(row.all("td")[-1].text.replace("−", "-"))


def rows(example: Element) -> list[Element]:
    return [row for row in example.all("tr") if "data-category" in row.attributes]


def test_the_full_hall_adds_up(page: Element) -> None:
    """Rules 4.4."""
    example = page.one(id="example-hall")
    halls = [f"{case.attributes['data-case']} {' '.join(shown(case))}" for case in example.all("p")]
    table = Table(2, shows={"ann": " ".join(halls)})
    for row in rows(example):
        assert table.points("ann", row.attributes["data-category"]) == figure(row), row.text  # type: ignore[arg-type]
    assert (
        sum(map(figure, rows(example)))
        == figure(example.one(class_="example__total"))
        == table.ended().scores[0]
    )


def test_what_may_go_into_one_era(page: Element) -> None:
    """Rules 4.3 and E-d."""
    example = page.one(id="example-era")
    table = Table(2, shows={"ann": "era 1932 - - 1950"})
    assert shown(example) == ["1932", "1950"]
    for line in example.all("li"):
        why = table.why("ann", line.attributes["data-card"], f"era {line.attributes['data-spot']}")
        assert bool(why) == ("may__no" in line.attributes["class"]), line.text
        assert all(str(each.years) in line.text for each in why if each.years)


def test_a_white_year_links_nothing(page: Element) -> None:
    """E-i."""
    example = page.one(id="example-chain")
    table = Table(2, shows={"ann": f"era {' '.join(shown(example))}"})
    assert table.points("ann", "chain") == figure(example.one(class_="example__total")) == 1


def test_the_gap_of_a_game_alone(page: Element) -> None:
    """Rules 4.5, solo."""
    example = page.one(id="example-alone")
    gap, lying = [shown(case) for case in example.all("p")]
    table = Table(
        1,
        columns={"OC": " ".join(lying[:3]), "SA": " ".join(lying[3:])},
        shows={"ann": f"gap {' '.join(gap)}"},
    )
    outside = [year for year in lying if not gap[0] <= year <= gap[1]]
    table.state = table.state._replace(columns=(*table.state.columns[:2], (), (), (), ()))
    assert (
        table.points("ann", "gap")
        == 5 - len(outside)
        == figure(example.one(class_="example__total"))
    )
    assert [row.all("td")[0].text for row in example.all("tr")][1] == ", ".join(outside)


def test_the_board_leads_to_a_paragraph_of_every_showcase_and_category(page: Element) -> None:
    for name in {*SHOWCASES, *RULES.values(), *SOLO_RULES.values()}:
        assert page.one(id=name).text, name
