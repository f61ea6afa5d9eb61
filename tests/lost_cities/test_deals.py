"""The deals that a review imagines: what the other seat would have kept is likelier in its hand."""

from __future__ import annotations

from random import Random

import pytest

from games.lost_cities.deals import deals, odds
from games.lost_cities.deck import cards
from games.lost_cities.engine import ENGINE
from games.lost_cities.state import State
from tests.conformance.playing import game
from tests.lost_cities.positions import position, side


def guessed(state: State, name: str, asked: int = 600) -> float:
    """Return the part of the imagined deals in which Ben holds a card."""
    guesses, (card,) = deals(ENGINE.view(state, 0), 0, Random(2)), cards([name])
    return sum([card in next(guesses).sides[1].hand for _ in range(asked)]) / asked


def test_the_other_holds_what_fits_its_expeditions_rather_than_what_it_skipped() -> None:
    ann = side("Y3 Y8 G9 G2 B7 B8 W9 W10", "G3")
    ben = side("Y9 Y10 B4 Gx W4 W5 R3 R4", "Y2 Y7")
    stock = "Y4 Y5 Y6 R2 R5 R6 R7 R8 R9 R10 B2 B3 B5 B6 B9 B10 G4 G6 G7 G8 G10"
    state = position(ann, ben, f"{stock} W2 W3 W6 W7 W8 Gx Gx {'Yx Bx Wx Rx ' * 3}", "G5")
    assert guessed(state, "Y9") > 1.5 * guessed(state, "R8") > 3 * guessed(state, "Y5") > 0
    theirs, mine = state.sides[1].expeditions, state.sides[0].expeditions
    (fitting, for_ann, for_none) = cards("Y9 G8 B9".split())
    assert odds(fitting, theirs, mine) > odds(for_ann, theirs, mine) > odds(for_none, theirs, mine)


@pytest.mark.parametrize("number", range(4))
def test_all_that_it_guesses_agrees_with_its_view(number: int) -> None:
    rng, asked = Random(3), 0
    for state in game("lost_cities", 4, number).states:
        if state.turn is not None and rng.random() < 0.3:
            view = ENGINE.view(state, state.turn)
            guess = next(deals(view, state.turn, rng))
            assert ENGINE.view(guess, state.turn) == view
            assert held_and_hidden(guess) == held_and_hidden(state)
            asked += 1
    assert asked > 20


def held_and_hidden(state: State) -> list[int]:
    """Return every card that is not in an expedition."""
    hands = [card for each in state.sides for card in each.hand]
    return sorted([*hands, *state.stock, *(card for pile in state.piles for card in pile)])
