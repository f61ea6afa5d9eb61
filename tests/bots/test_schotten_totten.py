"""The bot of Schotten Totten: it makes every claim that is proved, and plays every variant."""

from __future__ import annotations

from random import Random

import pytest

from games.bots.choosing import choose
from games.bots.protocol import LEVELS, Budget, Level
from games.schotten_totten.bot import BOT
from games.schotten_totten.deck import CARDS
from games.schotten_totten.engine import ENGINE
from games.schotten_totten.formations import COLOUR, COLOUR_RUN, KIND, RUN, SUM
from games.schotten_totten.prospects import VALUES, Likely, prospect
from games.schotten_totten.sketch import Sketch
from games.schotten_totten.state import State
from tests.conformance.playing import game, setups
from tests.schotten_totten.table import Table

levels = pytest.mark.parametrize("level", LEVELS)


def chosen(state: State, level: Level = "club") -> str:
    seat = state.turn.seat
    assert seat is not None
    view, legal = ENGINE.view(state, seat), ENGINE.legal_actions(state, seat)
    return choose(BOT, level, view, seat, legal, Random(5), Budget(60)).code


@levels
def test_what_is_provable_is_claimed_at_once(level: Level) -> None:
    """A stone that is won cannot be lost any more (2.5, and 2.9 before playing)."""
    claimed = 0
    for number in range(4):  # one round, with and without tactics cards, claims before and after
        for state in game("schotten_totten", 1, number).states:
            seat = state.turn.seat
            if seat is not None and any(
                action.verb == "claim" for action in ENGINE.legal_actions(state, seat)
            ):
                assert chosen(state, level).startswith("claim")
                claimed += 1
    assert claimed > 12


def test_a_run_of_one_colour_is_completed() -> None:
    table = Table("R7 R8 R9 G1 B2 Y3", "K1 P2 K4 P5 G6 B8")
    table.lays("ann R8>5", "ben K1>1", "ann R9>5", "ben P2>1")
    assert chosen(table.state) == "play R7>5"


def test_strong_cards_do_not_go_where_the_other_cannot_be_beaten() -> None:
    table = Table("R7 R8 G9 G1 B2 Y3", "K9 K8 K7 P5 G6 B8")
    table.lays("ann G1>2", "ben K9>2", "ann B2>3", "ben K8>2", "ann Y3>3", "ben K7>2")
    assert not chosen(table.state, "expert").endswith(">2")


@pytest.mark.parametrize("number", range(0, len(setups(ENGINE)), 3))
def test_a_playout_ends_every_variant(number: int) -> None:
    """From any position the round ends, and its worth to one seat is the opposite of its worth to
    the other."""
    for state in game("schotten_totten", 2, number).states[2::9]:
        if state.turn.step not in ("deal", "deal tactics"):
            sketch = Sketch(state)
            sketch.play_out(state)
            assert sketch.value(0) + sketch.value(1) == pytest.approx(1)


def side(names: str) -> int:
    return sum([1 << CARDS[name] for name in names.split()])


def test_prospects_follow_the_order_of_formations() -> None:
    """Any form beats all weaker ones (2.4)."""
    assert [VALUES[rank][0] for rank in (COLOUR_RUN, KIND, COLOUR, RUN, SUM)] == sorted(
        [low for low, _ in VALUES.values()], reverse=True
    )
    full = ["R1 R2 R3", "B9 G9 R9", "B1 G1 R1", "R1 R2 R4", "R7 G8 B9", "R9 G9 B8"]
    some = Likely((0.4,) * 54)
    worths = [prospect(side(cards), 3, False, some) for cards in full]
    assert worths == sorted(worths, reverse=True)


def test_prospects_know_what_is_gone() -> None:
    """R7 R8 needs R6 or R9."""
    there = [0.4] * 54
    gone = list(there)
    for name in ("R6", "R9"):
        gone[CARDS[name]] = 0.0
    assert (
        prospect(side("R7 R8"), 3, False, Likely(gone))
        < prospect(side("R7 R8"), 3, False, Likely(there)) - 0.1
    )
    assert prospect(side("R7 R8"), 3, False, Likely(there)) > prospect(
        side("R7 G8"), 3, False, Likely(there)
    )


def test_elite_troops_and_combat_modes_count_in_prospects() -> None:
    """A Joker is any card, with Blind Man's Bluff only the sum counts, and with Mud a side needs
    four cards (2.8)."""
    some = Likely((0.3,) * 54)
    assert prospect(side("R7 joker1"), 3, False, some) > prospect(side("R7 R8"), 3, False, some)
    assert prospect(side("R7 R8"), 3, True, some) < prospect(side("R7 R8"), 3, False, some)
    assert prospect(side("R7 R8"), 4, False, some) < prospect(side("R7 R8"), 3, False, some)
