"""Endings that are not rules: Ann is seat 0, Ben 1, Cal 2, Dee 3."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.kernel import endings
from games.kernel.protocol import Outcome, Setup, places
from games.kernel.replay import Entry, Position, advance, begin, deal_code
from tests.kernel.toy import ENGINE, State, Toy

ANN, BEN, CAL, DEE = range(4)


@st.composite
def departures(draw: st.DrawFn) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Draw places that the rules gave, and seats that left, in order: up to six seats, with
    ties."""
    scores = draw(st.lists(st.integers(0, 5), min_size=1, max_size=6))
    left = draw(st.permutations(range(len(scores))))[: draw(st.integers(0, len(scores)))]
    return places(scores), tuple(left)


# --- places ---


@pytest.mark.parametrize(
    ("finished", "left", "expected"),
    [
        ((1, 2, 3), [], (1, 2, 3)),
        ((1, 2, 3), [ANN], (3, 1, 2)),
        ((1, 2, 3), [CAL], (1, 2, 3)),
        ((1, 2, 3), [CAL, ANN], (2, 1, 3)),
        ((1, 2, 3), [ANN, CAL], (3, 1, 2)),
        ((1, 1, 3), [CAL], (1, 1, 3)),
        ((1, 1, 3), [ANN], (3, 1, 2)),
        ((2, 1, 2, 4), [BEN], (1, 4, 1, 3)),
        ((1, 1, 1, 1), [DEE, BEN], (1, 3, 1, 4)),
        ((1,), [ANN], (1,)),
    ],
)
def test_whoever_leaves_comes_last_and_the_first_to_go_at_the_very_end(
    finished: Sequence[int], left: Sequence[int], expected: object
) -> None:
    assert endings.places(finished, left) == expected


@given(departures())
def test_leavers_are_behind_all_who_stayed_and_apart_from_one_another(
    game: tuple[tuple[int, ...], tuple[int, ...]],
) -> None:
    finished, left = game
    result = endings.places(finished, left)
    stayed = [seat for seat in range(len(finished)) if seat not in left]
    assert all(result[seat] < result[gone] for seat in stayed for gone in left)
    assert [result[seat] for seat in left] == list(range(len(finished), len(stayed), -1))


@given(departures())
def test_among_those_who_stayed_the_rules_decide_and_ties_stay_ties(
    game: tuple[tuple[int, ...], tuple[int, ...]],
) -> None:
    finished, left = game
    result = endings.places(finished, left)
    stayed = [seat for seat in range(len(finished)) if seat not in left]
    for one in stayed:
        for other in stayed:
            assert (result[one] < result[other]) == (finished[one] < finished[other])
            assert (result[one] == result[other]) == (finished[one] == finished[other])


@given(departures())
def test_places_count_from_one_and_skip_after_a_tie(
    game: tuple[tuple[int, ...], tuple[int, ...]],
) -> None:
    result = endings.places(*game)
    assert result == tuple(1 + sum(other < place for other in result) for place in result)


@given(departures())
def test_if_nobody_leaves_nothing_changes(game: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    assert endings.places(game[0], ()) == game[0]


# --- when all but one have gone ---


@pytest.mark.parametrize(
    ("seats", "left", "expected"),
    [
        (2, [], None),
        (2, [ANN], (2, 1)),
        (2, [BEN], (1, 2)),
        (3, [BEN], None),
        (3, [BEN, ANN], (2, 3, 1)),
        (3, [CAL, BEN], (1, 2, 3)),
        (4, [ANN, BEN], None),
        (4, [DEE, ANN, CAL], (3, 1, 2, 4)),
        (1, [], None),
        (1, [ANN], (1,)),
        (2, [BEN, ANN], (1, 2)),
    ],
)
def test_the_last_one_wins_wherever_the_game_stands(
    seats: int, left: Sequence[int], expected: object
) -> None:
    assert endings.last_one(seats, left) == expected


# --- what a caretaker plays ---


def dealt(seats: int = 3, turns: str = "1") -> Position:
    position = begin(ENGINE, Setup(seats, {"turns": turns}))
    while due := ENGINE.chance(position.state):
        position = advance(ENGINE, position, Entry(None, deal_code(due)))
    return position


class Polite(Toy):
    """A toy in which a seat may pass instead of drawing."""

    def legal_actions(self, state: State, seat: int) -> Sequence[str]:
        return (
            ["passage", *super().legal_actions(state, seat), "pass C1"]
            if state.step == "draw"
            else super().legal_actions(state, seat)
        )


def test_a_caretaker_takes_the_first_legal_action() -> None:
    assert endings.plainest(ENGINE, dealt().state, ANN) == "play C1"


def test_a_caretaker_passes_where_that_is_possible() -> None:
    state = replace(dealt().state, step="draw")
    assert endings.plainest(ENGINE, state, ANN) == "draw"
    assert endings.plainest(Polite(), state, ANN) == "pass C1"


@pytest.mark.parametrize("turns", ["1", "2"])
@pytest.mark.parametrize("gone", [(ANN,), (CAL, ANN), (ANN, BEN, CAL)])
def test_three_are_played_to_the_end_though_some_have_gone(
    gone: tuple[int, ...], turns: str
) -> None:
    position = dealt(3, turns)
    while acting := ENGINE.to_act(position.state):
        (seat,) = acting
        code = (
            endings.plainest(ENGINE, position.state, seat)
            if seat in gone
            else ENGINE.legal_actions(position.state, seat)[-1]
        )
        position = advance(ENGINE, position, Entry(seat, code))
    outcome = ENGINE.outcome(position.state)
    assert isinstance(outcome, Outcome)
    final = endings.places(outcome.places, gone)
    assert final[gone[0]] == 3
    assert min(final) == 1
