"""Scores of every possible expedition (1.6 and 1.7)."""

from itertools import combinations

import pytest

from games.lost_cities.deck import cards, deck, value
from games.lost_cities.scoring import earns_bonus, score, total

NUMBERS = range(1, 10)
EVERY = [
    (0,) * investments + numbers
    for investments in range(4)
    for count in range(10)
    for numbers in combinations(NUMBERS, count)
]


def worth(names: str) -> int:
    return score(cards(names.split()))


@pytest.mark.parametrize(
    ("names", "points"),
    [
        ("", 0),
        ("R2", -18),
        ("R2 R3 R7 R8", 0),
        ("Rx", -40),
        ("Rx R5 R7 R9 R10", 22),
        ("Rx Rx Rx", -80),
        ("Rx R2 R3 R4 R5 R6 R7", 14),
        ("Rx R2 R3 R4 R5 R6 R7 R8", 50),
        ("Gx Gx Gx G2 G3 G4 G5 G6", 20),
        ("Px Px Px P2 P3 P4 P5 P6 P7 P8 P9 P10", 156),
    ],
)
def test_1_6_examples(names: str, points: int) -> None:
    assert worth(names) == points


def test_1_6_a_suit_without_cards_costs_nothing_and_suits_are_added() -> None:
    assert total([(), cards(["B10"]), cards(["Wx"])]) == 0 - 10 - 40


def test_1_6_the_bonus_counts_investments_and_is_not_multiplied() -> None:
    eight = cards(["Yx", "Yx", "Y2", "Y3", "Y4", "Y5", "Y6", "Y7"])
    assert earns_bonus(eight) and not earns_bonus(eight[1:])
    assert score(eight) == (27 - 20) * 3 + 20


def test_1_6_the_running_form_gives_the_same_for_every_expedition() -> None:
    for expedition in EVERY:
        running, investments = 0, 0
        for played, card in enumerate(expedition, 1):
            running -= 20 if played == 1 else 0
            running -= 0 if value(card) else 20
            investments += 0 if value(card) else 1
            running += value(card) * (investments + 1)
            running += 20 if played == 8 else 0
        assert running == score(expedition), expedition


def test_1_7_bounds_of_one_expedition() -> None:
    assert len(EVERY) == 2048 and len(set(EVERY)) == 2048
    scores = {expedition: score(expedition) for expedition in EVERY}
    assert min(scores.values()) == -80 == scores[0, 0, 0]
    assert max(scores.values()) == 156 == scores[tuple(deck(1))]
    assert min(points for expedition, points in scores.items() if earns_bonus(expedition)) == 20


@pytest.mark.parametrize(("suits", "lowest", "highest"), [(5, -400, 592), (6, -480, 752)])
def test_1_7_bounds_of_a_round(suits: int, lowest: int, highest: int) -> None:
    """At the end sixteen cards are in the hands, so one player has no more than the others on the
    table."""
    on_table = len(deck(suits)) - 16
    best = {0: 0}
    for _ in range(suits):
        by_count = {
            count: max(score(expedition) for expedition in EVERY if len(expedition) == count)
            for count in range(13)
        }
        best = {
            cards: max(
                best[cards - count] + points
                for count, points in by_count.items()
                if cards - count in best
            )
            for cards in range(max(best) + 13)
        }
    assert max(points for cards, points in best.items() if cards <= on_table) == highest
    assert suits * min(map(score, EVERY)) == lowest
