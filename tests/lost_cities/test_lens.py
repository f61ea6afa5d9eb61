"""The lens: what a card makes of its expedition, and of the other side's once it is discarded."""

from __future__ import annotations

import pytest

from games.lost_cities.lens import lens
from games.screens.lens import Lens
from tests.lost_cities.table import Table


def table() -> Table:
    found = Table("R2 R5 R8 R9 Rx B3 Y4 W2", "R3 R4 B2 B5 Y2 Y9 W4 G2", "G3 G4")
    found.plays("ann play R5", "ann draw stock", "ben play B5", "ben draw stock")
    return found


def seen(card: str, name: str = "ann") -> Lens:
    found = lens(table().sees(name), [card])
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("card", "becomes", "more"),
    [
        (
            "R8",
            "−15\xa0→ −7",
            (
                "Not seen yet, and fits after it: 10.",
                "You hold 9.",
                "With all of them it is worth 12.",
            ),
        ),
        ("R2", "does not fit", ()),
        ("Rx", "does not fit", ()),
        (
            "Y4",
            "0\xa0→ −16",
            (
                "Not seen yet, and fits after it: 5, 6, 7, 8, 9 and 10.",
                "With all of them it is worth 29.",
            ),
        ),
    ],
)
def test_an_expedition_with_one_card_more(card: str, becomes: str, more: tuple[str, ...]) -> None:
    fact = seen(card).facts[0]
    assert (fact.at, fact.becomes, fact.more) == (f"mine-{card[0]}", becomes, more)


@pytest.mark.parametrize(
    ("card", "becomes"), [("B3", "no use to them"), ("R8", "theirs 0\xa0→ −12")]
)
def test_what_a_discard_is_to_the_other_side(card: str, becomes: str) -> None:
    fact = seen(card).facts[1]
    assert (fact.at, fact.becomes) == (f"pile-{card[0]}", becomes)


def test_the_bonus_is_told_while_it_can_be_had() -> None:
    long = Table("Yx Yx Y2 Y3 Y4 R2 R3 R4", "B2")
    long.plays("ann play Yx", "ann draw stock")
    fact = lens(long.sees("ann"), ["Yx"])
    assert fact and "6 more cards earn the bonus of 20." in fact.facts[0].more


@pytest.mark.parametrize("cards", [[], ["R3"], ["R8", "R9"], ["", "R8"], ["<b>"], ["R8 "]])
def test_only_one_card_of_the_own_hand_can_be_asked_for(cards: list[str]) -> None:
    assert lens(table().sees("ann"), cards) is None
    assert lens(table().sees("cal"), cards) is None
