"""The lens: what a card makes of a side, the cards that would help it, and what may beat it."""

from __future__ import annotations

import pytest

from games.schotten_totten.lens import lens
from games.screens.lens import Fact
from tests.schotten_totten.table import Table


def at(table: Table, card: str, stone: int, name: str = "ann") -> Fact:
    found = lens(table.sees(name), [card])
    assert found is not None
    return next(fact for fact in found.facts if fact.at == f"mine-{stone}")


def table() -> Table:
    """Ann has G6 at stone 1 and two sevens at stone 2; Ben has three eights at stone 3."""
    found = Table("G6 R7 B7 G5 Y1 K7 G7", "B8 R8 Y8 G8 P1 P2 P3")
    found.lays("ann G6>1", "ben B8>3", "ann R7>2", "ben R8>3", "ann B7>2", "ben Y8>3")
    return found


@pytest.mark.parametrize(
    ("card", "stone", "becomes", "more"),
    [
        (
            "G5",
            1,
            "still a colour run",
            (
                "Not seen yet: green 4, for up to Colour run 15.",
                "You hold green 7, for up to Colour run 18.",
            ),
        ),
        ("K7", 2, "Three 7s", ("They could still",)),
        ("Y1", 2, "Sum 15", ("They could still beat it",)),
        ("Y1", 1, "only a sum", ("No card makes more of it than a sum.",)),
        ("K7", 3, "still open", ("Theirs: Three 8s.",)),
        ("K7", 9, "still open", ()),
    ],
)
def test_a_side_with_one_card_more(
    card: str, stone: int, becomes: str, more: tuple[str, ...]
) -> None:
    fact = at(table(), card, stone)
    assert fact.becomes == becomes and len(fact.more) >= len(more)
    for said, begins in zip(fact.more, more, strict=False):
        assert said.startswith(begins), fact.more


def test_where_nothing_beats_it_a_claim_is_at_hand() -> None:
    found = Table("G9 G8 G7 R1", "B9 R9 Y8 P8")
    found.lays("ann G9>1", "ben B9>1", "ann G8>1", "ben R9>1")
    assert "Nothing they could have beats it: you could claim the stone." in at(found, "G7", 1).more
    found.plays("ann play G7>1")
    assert "claim 1" in found.codes("ann")


def test_where_only_the_sum_counts_it_is_added_up() -> None:
    found = Table(ann="G6 R7", tactics="blind")
    found.lays("ann G6>1", "ben x>9", draw="tactics")
    while "play blind>1" not in found.codes("ann"):
        found.lays("ann x>2", "ben x>8", draw="tactics")
    found.plays("ann play blind>1")
    assert at(found, "R7", 1).becomes == "Sum 13 so far"


def test_tactics_cards_that_lie_nowhere_are_explained_and_troops_are_tried() -> None:
    found = Table(ann="G6", tactics="joker1 mud")
    found.lays("ann G6>1", "ben x>9", draw="tactics")
    held = found.sees("ann").hand
    for card in [card for card in held if card.startswith(("joker", "mud"))]:
        seen = lens(found.sees("ann"), [card])
        assert seen is not None and bool(seen.facts) is card.startswith("joker")
        assert bool(seen.note) is not bool(seen.facts)


@pytest.mark.parametrize("cards", [[], ["B8"], ["G5", "Y1"], ["G5>1"], ["joker1"], ["x" * 999]])
def test_only_one_card_of_the_own_hand_can_be_asked_for(cards: list[str]) -> None:
    assert lens(table().sees("ann"), cards) is None
    assert lens(table().sees("cal"), cards) is None
