"""Plans in Odin: wishes for a card that nobody knows yet."""

from games.odin.conditions import PLANNING
from games.screens.plans import Seen, words

LEGAL = ("take B3", "take R9", "take G5")


def test_the_highest_or_the_lowest_of_the_beaten_cards() -> None:
    seen = Seen(0, None, None)
    assert tuple(PLANNING.meant(seen, LEGAL, "take high")) == ("take R9",)
    assert tuple(PLANNING.meant(seen, LEGAL, "take low")) == ("take B3",)
    assert tuple(PLANNING.meant(seen, ("pass",), "take low")) == ()
    assert PLANNING.meant(seen, LEGAL, "play R9") == ("play R9",)


def test_answers_in_words() -> None:
    assert words(PLANNING.say({"play": "pass", "take": "low"}), "") == "pass"
    assert words(PLANNING.say({"play": "play R8 R5", "take": "high"}), "") == (
        "play red 8 and 5, take the highest card"
    )
