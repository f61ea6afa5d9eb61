"""Plans in Lost Cities: what comes true, what is played, and how it is told."""

from __future__ import annotations

from random import Random

import pytest

from games.kernel.protocol import Setup
from games.kernel.replay import Entry, Position, advance, begin
from games.lost_cities.conditions import PLANNING
from games.lost_cities.deck import deck_names
from games.lost_cities.engine import ENGINE
from games.screens.plans import Seen, watched, words


def dealt() -> Position:
    position = begin(ENGINE, Setup(2))
    hands = "R9 Y2 B4 W3 G5 Rx Y8 B10 R7 B2 Y5 G3 W9 G10 W2 Y4".split(" ")
    rest = list(deck_names(5))
    for card in hands:
        rest.remove(card)
    Random(1).shuffle(rest)
    for code in ("deal S0 S1", " ".join(["deal", *hands, *rest])):
        position = advance(ENGINE, position, Entry(None, code))
    return position


def after(*codes: str) -> Seen:
    """Return what Ann has seen once she discarded yellow 2 and Ben played these codes."""
    position = dealt()
    for code in ("discard Y2", "draw stock"):
        position = advance(ENGINE, position, Entry(0, code))
    before, entries = position.state, [Entry(1, code) for code in codes]
    for entry in entries:
        position = advance(ENGINE, position, entry)
    return watched(PLANNING, ENGINE, 0, (before, position.state), entries)


def holds(name: str, seen: Seen, **values: str) -> bool:
    condition = PLANNING.condition(name)
    assert condition is not None
    return condition.holds(seen, values)


def test_ben_discards_a_red_card_of_seven_or_more() -> None:
    seen = after("discard R7", "draw stock")
    assert holds("discards", seen, suit="R", least="7")
    assert holds("discards", seen, suit="any", least="0")
    assert not holds("discards", seen, suit="R", least="8")
    assert not holds("discards", seen, suit="B", least="0")
    assert not holds("plays", seen, suit="R", least="0")
    assert holds("tops", seen, suit="R", least="5") and holds("tops", seen, suit="Y", least="2")


def test_ben_starts_an_expedition() -> None:
    seen = after("play B2", "draw Y")
    assert holds("starts", seen, suit="B") and holds("plays", seen, suit="B", least="2")
    assert not holds("starts", seen, suit="R")
    assert holds("takes", seen, suit="Y") and not holds("takes", seen, suit="R")


def test_it_is_the_card_that_ben_has_discarded() -> None:
    assert PLANNING.meant(after("discard R7", "draw stock"), (), "draw it") == ("draw R",)
    assert PLANNING.meant(after("play B2", "draw stock"), (), "draw it") == ("draw it",)


@pytest.mark.parametrize(
    ("name", "values", "told"),
    [
        ("discards", {"suit": "R", "least": "7"}, "If Ben discards a red card of 7 or more"),
        ("plays", {"suit": "any", "least": "0"}, "If Ben plays a card"),
        ("starts", {"suit": "B"}, "If Ben starts an expedition in blue"),
        ("takes", {"suit": "B"}, "If Ben takes from the blue pile"),
        ("tops", {"suit": "Y", "least": "10"}, "If a yellow card of 10 lies on its pile"),
    ],
)
def test_conditions_in_words(name: str, values: dict[str, str], told: str) -> None:
    condition = PLANNING.condition(name)
    assert condition is not None and words(condition.tell(values), "Ben") == told


def test_answers_in_words() -> None:
    answer = {"way": "discard", "card": "Y2", "draw": "it"}
    view = ENGINE.view(dealt().state, 0)
    assert words(PLANNING.say(answer), "Ben") == "take it, discard yellow 2"
    assert PLANNING.codes(view, 0, answer) == ("discard Y2", "draw it")
    assert words(PLANNING.say(answer | {"draw": "R"}), "") == (
        "discard yellow 2, draw from the red pile"
    )
