"""The bot of Odin: it goes out when it can, keeps cards that make sets, and computes as the rules
say."""

from __future__ import annotations

from random import Random

import pytest

from games.bots.choosing import choose
from games.bots.protocol import LEVELS, Budget, Level
from games.kernel.protocol import Setup
from games.odin import bot
from games.odin.actions import PASS, PLAY, TAKE, Action
from games.odin.engine import ENGINE
from games.odin.plans import plan
from games.odin.sets import DECK, SETS, Bits, as_bits, single, within
from games.odin.state import State
from tests.conformance.playing import play_on
from tests.odin.table import SEATS, Table


def chosen(table: Table, name: str, level: Level) -> str:
    seat = SEATS[name]
    assert seat is not None
    return choose(
        bot.BOT,
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


# --- what it reckons with ---


def parted(hand: Bits) -> float:
    """Return the cost of the best partition, found by trying all."""
    return min([parted(hand ^ some.cards) + plan(some.cards) for some in within(hand)], default=0.0)


def test_a_plan_is_the_best_of_all_partings() -> None:
    rng = Random(1)
    for _ in range(60):
        hand = sum(rng.sample(single(DECK), 6))
        assert plan(hand) == pytest.approx(parted(hand))


def followed(state: State) -> Action:
    """Return the action that a seat plays in a playout."""
    seat = state.turn
    assert seat is not None
    hand = state.hands[seat]
    if state.taking:
        return TAKE[bot.take(hand, state.plays[-2].set.cards)]
    if not state.plays:
        return PLAY[bot.lead(hand)]
    cards = bot.answer(hand, state.plays[-1].set.cards)
    return PLAY[cards] if cards else PASS


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
            assert bot.BOT.playout(state, 0, rng) == pytest.approx(others - points[0])


def test_all_that_beats_is_weighed() -> None:
    hand = as_bits("R9 R8 R7 G7 B7".split())
    found = bot.beats(hand, as_bits(["O6"]), 99)
    assert set(found) == {
        some.cards for some in SETS.values() if some.cards & ~hand == 0 and some.size <= 2
    }
