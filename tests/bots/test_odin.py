"""The bot of Odin: it goes out when it can, keeps cards that make sets, guesses what the others
hold from what they did, and computes as the rules say."""

from __future__ import annotations

from random import Random

import pytest

from games.bots.choosing import choose
from games.bots.protocol import LEVELS, Budget, Level
from games.kernel.protocol import Setup
from games.odin.actions import PASS, PLAY, TAKE, Action
from games.odin.bot import BOT, OdinBot
from games.odin.deals import UNLIKELY, Did, deals, likelihood
from games.odin.engine import ENGINE
from games.odin.partition import WEIGHTS
from games.odin.policy import POLICY, counted, odds
from games.odin.sets import DECK, SETS, Bits, as_bits, single, within
from games.odin.state import Finished, State
from tests.conformance.playing import play_on
from tests.odin.table import SEATS, Table


def chosen(table: Table, name: str, level: Level) -> str:
    seat = SEATS[name]
    assert seat is not None
    return choose(
        BOT,
        level,
        table.sees(name),
        seat,
        ENGINE.legal_actions(table.state, seat),
        Random(5),
        Budget(40),
    ).code


@pytest.mark.parametrize("level", LEVELS)
def test_a_whole_hand_is_laid_at_once(level: Level) -> None:
    table = Table()
    table.goes_on("R8 R5 R2", "G1 B3 P7 O8")
    assert chosen(table, "ann", level) == "play R8 R5 R2"


@pytest.mark.parametrize("level", LEVELS[1:])
def test_whoever_can_go_out_does(level: Level) -> None:
    table = Table()
    table.goes_on("O1 O2", "R8 G8", lies="ann B9")
    assert chosen(table, "ben", level) == "play R8 G8"


@pytest.mark.parametrize("level", LEVELS[1:])
def test_what_fits_nothing_is_led(level: Level) -> None:
    table = Table()
    table.goes_on("R9 R8 R7 G2", "B1 B3 P7 O8 Y2 Y9 P9")
    assert chosen(table, "ann", level) == "play G2"


@pytest.mark.parametrize("level", LEVELS[1:])
def test_what_fits_the_hand_is_taken(level: Level) -> None:
    table = Table()
    table.goes_on("O1 O2 O3 O4", "R9 R7 R6 Y4 Y3 Y2", lies="ann B8 Y8")
    table.plays("ben play R9 R7 R6")
    assert chosen(table, "ben", level) == "take Y8"


def test_a_beginner_takes_the_highest_card_and_leads_the_lowest() -> None:
    table = Table()
    table.goes_on("O1 O2 R3 R4", "R9 R7 R6 Y4 Y3 Y2", lies="ann B8 Y8")
    table.plays("ben play R9 R7 R6")
    assert chosen(table, "ben", "beginner") == "take B8"
    table = Table()
    table.goes_on("G5 G3 G2 R4", "Y2 P3")
    assert chosen(table, "ann", "beginner") == "play G2"


# --- what it guesses ---

ONES = ("R1", "G1", "B1", "Y1", "P1", "O1")


def cards(names: str) -> Bits:
    return as_bits(names.split())


def likely(hand: str, *did: Did, passed: bool = False, on_table: str = "") -> float:
    """Return how likely Ben did this, if this is his hand."""
    return likelihood({1: cards(hand)}, did, [1] if passed else [], cards(on_table))


def test_a_lead_tells_that_the_card_fits_nothing() -> None:
    led = Did(1, cards("G4"), 0, 0)
    assert likely("R9 R8 R7 B2 B3", led) == 1
    assert likely("R9 R8 G9 G8 G7", led) < 0.2
    assert likely("G9 G8 G7", led) == UNLIKELY  # all would have been laid at once


def test_a_beat_tells_that_there_was_none_better() -> None:
    beat = Did(1, cards("R9"), cards("B3"), cards("B3"))
    assert likely("B3 O2 Y1", beat) == 1
    assert likely("B3 R8 R7 O4", beat) == UNLIKELY


def test_a_pass_tells_that_there_may_be_no_beat() -> None:
    assert likely("R1 G2", passed=True, on_table="B8 B9") == 1
    assert likely("R9 Y9", passed=True, on_table="B8 B7") < 1


def test_what_the_others_did_makes_deals_likelier() -> None:
    """Ann led a nine, so she has no low card that fits nothing."""
    table = Table()
    table.goes_on("O9 R1 R2 R3", "Y9 Y8 P2 B4")
    table.state = table.state._replace(gone=0, undealt=table.state.gone)
    table.plays("ann play O9")
    view, rng = table.sees("ben"), Random(2)
    guesses = deals(view, 1, rng)
    with_ones = [
        sum([bool(as_bits(ONES) & found.hands[0]) for found in states])
        for states in (
            [next(guesses) for _ in range(60)],
            [ENGINE.imagine(view, rng) for _ in range(60)],
        )
    ]
    assert with_ones[0] < with_ones[1] / 2


def test_a_seat_with_few_cards_keeps_what_belongs_together() -> None:
    table = Table()
    table.goes_on("O9 R1 R2 R3", "Y9 Y8 P2", lies="ann O1")
    table.state = table.state._replace(gone=0, undealt=table.state.gone)
    view, rng = table.sees("ben"), Random(2)
    guesses = deals(view, 1, rng)
    costs = [
        sum([POLICY.plan(found.hands[0]) for found in states])
        for states in (
            [next(guesses) for _ in range(60)],
            [ENGINE.imagine(view, rng) for _ in range(60)],
        )
    ]
    assert costs[0] < costs[1] * 0.8


@pytest.mark.parametrize("seats", ENGINE.seats)
def test_all_that_it_guesses_agrees_with_its_view(seats: int) -> None:
    rng = Random(seats)
    for _entry, state in play_on(
        ENGINE, ENGINE.start(Setup(seats, {"target": "10"})), Random(seats)
    ):
        if state.turn is not None and rng.random() < 0.3:
            view = ENGINE.view(state, state.turn)
            guess = next(deals(view, state.turn, rng))
            assert ENGINE.view(guess, state.turn) == view
            assert sum(guess.hands) + guess.undealt == sum(state.hands) + state.undealt


# --- what it reckons with ---


def parted(hand: Bits) -> float:
    """Return the cost of the best partition, found by trying all."""
    return min(
        [parted(hand ^ some.cards) + POLICY.plan(some.cards) for some in within(hand)], default=0.0
    )


def test_a_plan_is_the_best_of_all_partings() -> None:
    rng = Random(1)
    for _ in range(60):
        hand = sum(rng.sample(single(DECK), 6))
        assert POLICY.plan(hand) == pytest.approx(parted(hand))


def followed(state: State) -> Action:
    """Return the action that a seat plays in a playout."""
    seat = state.turn
    assert seat is not None
    hand = state.hands[seat]
    others = counted([each.bit_count() for each in state.hands], seat)
    if state.taking:
        return TAKE[POLICY.take(hand, state.plays[-2].set.cards)[1]]
    if not state.plays:
        return PLAY[POLICY.lead(hand, others)]
    played, _ = POLICY.answer(hand, state.plays[-1].set.cards, others)
    return PLAY[played] if played else PASS


@pytest.mark.parametrize("seats", ENGINE.seats)
def test_a_playout_is_a_game_by_the_rules(seats: int) -> None:
    rng = Random(seats)
    for _entry, state in play_on(
        ENGINE, ENGINE.start(Setup(seats, {"target": "10"})), Random(seats)
    ):
        if state.turn is not None and rng.random() < 0.3:
            end = state
            while end.turn is not None:
                end = ENGINE.apply(end, end.turn, followed(end))
            points = end.match.past[-1].points
            others = (sum(points) - points[0]) / (seats - 1)
            assert BOT.playout(state, 0, rng) == BOT.playout(end, 0, rng)
            assert OdinBot().contest(state, [WEIGHTS] * seats, rng)[0] == pytest.approx(
                others - points[0]
            )


def test_all_that_beats_is_weighed() -> None:
    hand = as_bits("R9 R8 R7 G7 B7".split())
    found = POLICY.beats(hand, as_bits(["O6"]), (5,), 99)
    assert {way.cards for way in found} == {
        some.cards for some in SETS.values() if some.cards & ~hand == 0 and some.size <= 2
    }


# --- what a match is worth ---


def wins(ann: int, ben: int) -> float:
    """Return how likely Ann wins a match with these points, of which a hand is over."""
    hand = Finished(0, 0, SETS[cards("R9")], False, (ann, ben))
    ended = ENGINE.start(Setup(2))
    return BOT.playout(ended._replace(match=ended.match._replace(past=(hand,))), 0, Random(1))


def test_a_match_is_worth_its_first_place() -> None:
    assert (wins(3, 15), wins(15, 3), wins(15, 15)) == (1.0, 0.0, 0.5)
    assert wins(8, 8) == 0.5
    assert wins(0, 5) + wins(5, 0) == pytest.approx(1)


def test_a_point_counts_for_more_the_nearer_the_end_is() -> None:
    assert 0.5 < wins(0, 2) < wins(10, 12)


def test_a_set_is_worth_what_the_others_can_answer() -> None:
    """Ben has two cards: no set of three can be beaten, and many pairs go out on a low one."""
    held, lost = zip(
        *[odds(cards(each), (2,)) for each in ("R1", "R1 G1", "R1 G1 B1")], strict=True
    )
    assert held == tuple(sorted(held)) and held[2] == 1
    assert lost[2] == 0 < min(lost[:2])
    assert odds(cards("R9"), (2, 3))[0] < odds(cards("R9"), (2,))[0]
