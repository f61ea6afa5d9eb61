"""The lens: what a card brings in each showcase, what still fits beside it, and who is better."""

from __future__ import annotations

import pytest

from games.exhibition.lens import lens
from games.screens.lens import Fact
from tests.exhibition.table import Table

WALL = {"OC": "1907 1926 1945"}


def facts(table: Table, card: str, name: str = "ann") -> dict[str, Fact]:
    found = lens(table.sees(name), [card])
    assert found is not None
    return {fact.at: fact for fact in found.facts}


def test_each_showcase_says_what_the_card_brings_there() -> None:
    found = facts(Table(columns=WALL), "1926")
    assert list(found) == [
        *("mine-six", "mine-era", "mine-one", "mine-gap", "mine-mid", "mine-depot")
    ]
    assert found["mine-depot"].becomes == "−1"
    assert found["mine-era"].becomes == "+3"
    assert found["mine-era"].more[0] == "Spot 1, 2, 3 and 4: +3 points."
    assert found["mine-mid"].more[-1] == "The showcase is full with it."


def test_where_it_does_not_fit_nothing_is_said() -> None:
    table = Table(columns=WALL, shows={"ann": "era 1990 - - -"})
    assert "mine-era" not in facts(table, "1926")


def test_a_full_gap_is_compared_with_those_of_the_others() -> None:
    table = Table(3, columns=WALL, shows={"ann": "gap - 1950", "ben": "gap 1910 1990"})
    assert facts(table, "1926")["mine-gap"].more[-1] == (
        "Better already: 1. May still become better: 1."
    )


def test_the_card_in_the_hand_is_looked_at_too_and_nobody_elses() -> None:
    table = Table(columns=WALL)
    table.plays("ann take 1926")
    assert "mine-six" in facts(table, "1926")
    assert lens(table.sees("ben"), ["1926"]) is None
    assert "mine-six" in facts(table, "1907", "ben")  # the wall is open to all


@pytest.mark.parametrize("cards", [[], ["1926", "1907"], ["1900x"], ["<b>"], ["E" * 400]])
def test_only_one_card_can_be_asked_for(cards: list[str]) -> None:
    table = Table(columns=WALL)
    assert lens(table.sees("ann"), cards) is None and lens(table.sees("cal"), ["1926"]) is None
