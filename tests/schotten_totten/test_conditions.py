"""Plans in Schotten Totten: claims that are found only once the turn has come."""

from games.schotten_totten.conditions import PLANNING
from games.screens.plans import Seen, words


def test_every_claim_that_can_be_proved_and_the_end_where_there_is_nothing_to_draw() -> None:
    seen, legal = Seen(0, None, None), ("claim 3", "claim 5", "end")
    assert PLANNING.meant(seen, legal, "claim all") == ("claim 3", "claim 5")
    assert PLANNING.meant(seen, ("draw clan",), "claim all") == ()
    assert list(PLANNING.meant(seen, legal, "draw clan")) == ["end"]
    assert PLANNING.meant(seen, ("draw clan",), "draw clan") == ("draw clan",)


def test_conditions_and_answers_in_words() -> None:
    told = {each.name: words(each.tell({"stone": "5"}), "Ben") for each in PLANNING.conditions}
    assert told["complete"] == "If stone 5 is complete on Ben’s side"
    assert told["claims"] == "If Ben claims stone 5"
    assert told["plays"] == "If Ben plays on stone 5"
    answer = {"card": "R7", "place": "3", "claim": "all", "draw": "clan"}
    assert words(PLANNING.say(answer), "") == "play red 7 at stone 3, claim all I can, draw"
