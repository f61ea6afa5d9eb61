"""The rules of Thirty One, each as a few moves."""

from games.kernel.protocol import Setup
from games.kernel.replay import deal, play
from games.thirty_one.engine import ENGINE
from games.thirty_one.state import NAMES, State


def after(*codes: str) -> State:
    """Deal R1 R2 R3 to the first seat, R4 R5 R6 to the second, and play codes in turn."""
    state: State = deal(ENGINE, ENGINE.start(Setup(2)), ("S0", "S1"))
    state = deal(ENGINE, state, NAMES)
    for code in codes:
        assert state.turn is not None
        state = play(ENGINE, state, state.turn, code)
    return state


def test_a_card_adds_its_number_and_the_next_one_is_drawn() -> None:
    state = after("play R3", "play R6")
    assert ENGINE.view(state, None).total == 9
    assert state.hands == (("R1", "R2", "R7"), ("R4", "R5", "R8"))


def test_whoever_goes_over_31_loses() -> None:
    state = after("play R3", "play R6", "play R7", "play R8")
    assert ENGINE.outcome(state) is None and ENGINE.view(state, 0).total == 24
    state = play(ENGINE, state, 0, "play R9")
    outcome = ENGINE.outcome(state)
    assert outcome is not None and outcome.places == (2, 1)
