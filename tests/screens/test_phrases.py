"""Turns in words, lists, numbers with a sign, and what is remembered for each language."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.screens import cards
from games.screens.buttons import button_id
from games.screens.languages import current, per_language, rendering
from games.screens.phrases import Said, Sentence, both, either, minus, sentence, signed, telling

SEVENS = Said("red 7 and blue 7", (cards.drawn("R7"), cards.drawn("B7")))


def turn(you: bool, codes: tuple[str, ...]) -> Sentence:
    text = "You laid %(cards)s at %(to)s" if you else "%(player)s laid %(cards)s at %(to)s"
    return sentence(text, cards=SEVENS, to=len(codes))


tell, parts = telling(turn)


def test_a_turn_is_told_in_words_and_in_parts() -> None:
    assert tell("Ann", False, ["a", "b"]) == "Ann laid red 7 and blue 7 at 2"
    red, blue = SEVENS.cards
    assert parts("Ann", False, ("a",)) == ("Ann laid ", red, " ", blue, " at 1")
    assert parts("Ann", True, ("a",)) == ("You laid ", red, " ", blue, " at 1")


@pytest.mark.parametrize("name", ["%(cards)s", "{to}", "%s", "\1", "\0cards\0", "<b>"])
def test_nothing_is_looked_for_in_a_name(name: str) -> None:
    assert tell(name, False, ["a"]) == f"{name} laid red 7 and blue 7 at 1"


def test_lists() -> None:
    assert [both([4]), both([4, 7]), both(["1", "3", "7"])] == ["4", "4 and 7", "1, 3 and 7"]
    assert [either([4]), either([4, 7]), either([1, 3, 7])] == ["4", "4 or 7", "1, 3 or 7"]


def test_numbers_have_the_true_minus() -> None:
    assert [signed(4), signed(-3), signed(0)] == ["+4", "−3", "0"]
    assert [minus(4), minus(-3), minus(0)] == ["4", "−3", "0"]


def test_cards_are_made_once_and_named() -> None:
    assert cards.drawn("Y7") is cards.drawn("Y7")
    assert (cards.words("Yx"), cards.title("HQ")) == ("yellow investment", "Queen of hearts")
    assert cards.said("R7") == Said("red 7", (cards.drawn("R7"),))
    with pytest.raises(ValueError, match="joker1 is not a card of any suit"):
        cards.drawn("joker1")


def test_each_language_is_remembered_by_itself() -> None:
    asked: list[str] = []

    @per_language()
    def greeting(name: str) -> str:
        asked.append(name)
        return f"{current()}: {name}"

    for language in ("en", "de", "en", "de"):
        with translation.override(language), rendering():
            assert greeting("Ann") == f"{language}: Ann"
    assert asked == ["Ann", "Ann"]


def test_ids_of_buttons() -> None:
    assert button_id("play R7") == "do-play-R7" and button_id("play R7>3") == "do-play-R7-to-3"
