"""Properties of every game of Exhibition."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from games.exhibition.deck import CARDS, NAMES, NO_CARD
from games.exhibition.engine import ENGINE
from games.exhibition.hall import fitting
from games.exhibition.state import State
from games.exhibition.turns import has_all_six
from games.exhibition.view import spots
from games.kernel.protocol import Setup
from games.kernel.replay import Entry, advance, begin, codes, revealed_nothing
from tests.conformance.playing import play_on
from tests.exhibition.literal import keeps_the_rules
from tests.kit import tiers

HALLS = [
    {},
    {"six": "links", "era": "spread", "one": "decade", "gap": "unique"},
    {"one": "short", "decades": "on"},
    {"one": "antiquity", "gap": "unique", "decades": "on"},
]
"""Options that have every showcase among them."""
GAMES = [*((1 + n, n) for n in range(4)), *((5 - n, n) for n in range(4))][: tiers.part(10)]
"""Seats and options: those of each showcase first."""


@cache
def game(seats: int, number: int) -> list[tuple[Entry, State]]:
    """Return a random game: its entries, each with the state after it."""
    return list(play_on(ENGINE, ENGINE.start(Setup(seats, HALLS[number])), Random(seats)))


def placing(seats: int, number: int) -> list[State]:
    return [state for _, state in game(seats, number) if state.step == "place"]


@pytest.mark.parametrize(("seats", "number"), GAMES)
def test_4_3_the_legal_spots_are_those_of_the_rules_word_by_word(seats: int, number: int) -> None:
    """For the card that was taken and for ten others, in every hall. There is an obstacle exactly
    where the card may not go."""
    rng = Random(number)
    for state in rng.sample(placing(seats, number), 6):
        view = ENGINE.view(state, None)
        for seat in range(seats):
            for card in {view.taken or "", *rng.sample(NAMES, 10)}:
                for spot, told in enumerate(spots(view, seat, card)):
                    before = view.halls[seat].showcases[view.showcases.index(told.showcase)]
                    after = (*before[: told.number - 1], card, *before[told.number :])
                    free = before[told.number - 1] is None
                    literally = (
                        free
                        and card not in before
                        and keeps_the_rules(view, seat, told.showcase, after)
                    )
                    if card not in before:
                        assert (
                            literally
                            == (not told.obstacles)
                            == bool(state.halls[seat].fitting[spot] >> CARDS[card] & 1)
                        )


@pytest.mark.parametrize(("seats", "number"), GAMES)
def test_what_is_offered_is_what_has_no_obstacle(seats: int, number: int) -> None:
    for state in placing(seats, number):
        seat, view = state.turn or 0, ENGINE.view(state, None)
        free = [spot.code for spot in spots(view, seat, view.taken or "") if not spot.obstacles]
        offered = list(codes(ENGINE, state, seat))
        room = ["depot"] if len(view.halls[seat].depot) < 3 else []
        assert offered == free + room + ([] if free else ["finish"]), "4.3, CODES 23"


@pytest.mark.parametrize(("seats", "number"), GAMES)
def test_what_is_kept_up_is_what_would_be_made_anew(seats: int, number: int) -> None:
    for _, state in game(seats, number)[2:]:
        lying = [hall.cards for hall in state.halls]
        for seat, hall in enumerate(state.halls):
            assert hall.fitting == fitting(state.match.showcases, lying, seat)
            assert hall.shown == sum(1 << card for card in hall.cards if card != NO_CARD)
            assert (hall.all_six > 0) == has_all_six(hall.shown)
            assert hall.finished or NO_CARD in hall.cards


@pytest.mark.parametrize(("seats", "number"), GAMES)
def test_codes_27_the_round_is_the_number_of_turns_that_the_seat_has_begun(
    seats: int, number: int
) -> None:
    begun = [0] * seats
    for entry, state in game(seats, number):
        if entry.seat is not None and entry.code.startswith("take"):
            begun[entry.seat] += 1
            assert state.round == begun[entry.seat]


@pytest.mark.parametrize(("seats", "number"), GAMES)
def test_what_was_done_may_be_taken_back_until_a_card_is_turned_up(seats: int, number: int) -> None:
    position = begin(ENGINE, Setup(seats, HALLS[number]))
    for entry, state in game(seats, number):
        before, position = position, advance(ENGINE, position, entry)
        if entry.seat is not None:
            turned_up = entry.code.startswith("move") and before.state.step == "travel"
            if not turned_up or len(before.state.stock) > 1:  # of the last card everybody knows all
                shown = not revealed_nothing(ENGINE, position, entry.seat, Random(1))
                assert state.turn != entry.seat or shown == turned_up


@pytest.mark.parametrize("seats", [1, 3])
def test_a_view_before_the_deals(seats: int) -> None:
    state = ENGINE.start(Setup(seats, {"decades": "on"}))
    for _ in range(3):
        view = ENGINE.view(state, 0)
        found = (view.step, view.turn, view.round, view.columns, view.halls, view.sheets)
        assert found == ("deal", None, 0, (), (), ())
        assert ENGINE.view(ENGINE.imagine(view, Random(1)), 0) == view
        state = ENGINE.deal(state, ENGINE.chance(state))
    assert ENGINE.view(state, 0).step == "take" and ENGINE.view(state, 0).decades[0] == 1900
