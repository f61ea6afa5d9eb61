"""The lens: whether chosen cards beat the table, and who could beat them."""

from __future__ import annotations

import pytest

from games.odin.lens import best, lens
from tests.odin.table import Table


def three(ben: str = "B1 B2", eva: str = "Y1 Y2 Y3") -> Table:
    """Eva, Ben and Ann hold these cards, and Ben's five lies on the table."""
    found = Table(seats=3)
    found.goes_on("R8 R5 R2 G8", ben, eva, lies="eva P5")
    return found


@pytest.mark.parametrize(
    ("cards", "becomes", "more"),
    [
        (["R8"], "8 beats 5", "Best with your 5 and 2: 852."),
        (["R5"], "5 does not beat 5.", "Best with your 8 and 2: 852."),
        (["R2", "R5"], "52 beats 5", "Each of the others could beat 52, with up to"),
        (["R8", "G5"], None, ""),
        (["R8", "R5", "R2"], "It takes only 1 or 2 cards to beat 5.", ""),
    ],
)
def test_chosen_cards_on_the_table(cards: list[str], becomes: str | None, more: str) -> None:
    found = lens(three().sees("ann"), cards)
    if becomes is None:
        assert found is None
        return
    assert found is not None
    (fact,) = found.facts
    assert (fact.at, fact.becomes) == ("middle", becomes)
    assert any(said.startswith(more) for said in (*fact.more, ""))


def test_who_could_beat_it_follows_from_counts_and_from_what_everybody_saw() -> None:
    view = three(ben="B1", eva="Y1 Y2").sees("ann")
    assert best(view, 1, 2, 88) == 0  # one card does not beat two
    assert best(view, 2, 2, 88) > 88  # two cards that nobody has seen may
    other = three(ben="G1", eva="O9 P9").sees("ann")
    assert [best(other, seat, 2, 88) for seat in (1, 2)] == [
        best(view, seat, 2, 88) for seat in (1, 2)
    ]


@pytest.mark.parametrize("cards", [[], ["B1"], ["R8", "R8"], ["R8", "B1"], ["play R8"]])
def test_only_cards_of_the_own_hand_can_be_asked_for(cards: list[str]) -> None:
    assert lens(three().sees("ann"), cards) is None
    assert lens(three().sees("cal"), cards) is None
