"""The boards of a whole game: every legal code is one button, for every viewer."""

from games.kernel.protocol import Setup
from games.thirty_one.engine import ENGINE
from games.thirty_one.screen import SCREEN
from tests.kit import boards


def test_each_legal_code_is_one_button() -> None:
    for moment in boards.moments(ENGINE, Setup(2), 1):
        for viewer in (0, 1, None):
            boards.check(moment, viewer)


def test_a_turn_in_words() -> None:
    assert SCREEN.tell("Ann", False, ["play R7"]) == "Ann plays red 7"
    assert SCREEN.say("play R7") == "Play red 7"
