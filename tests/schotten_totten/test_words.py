"""Buttons, turns and the log in words."""

from __future__ import annotations

import pytest

from games.schotten_totten import words
from games.schotten_totten.deck import NAMES
from games.schotten_totten.screen import SCREEN
from games.screens.suits import faces
from tests.kit.boards import ANN_AND_BEN, Turn
from tests.schotten_totten.table import Table
from tests.schotten_totten.test_screen import fresh, screen_of


@pytest.mark.parametrize(
    ("code", "spoken"),
    [
        ("play R7>3", "Play red 7 at stone 3"),
        ("play joker1>3", "Play the Joker at stone 3"),
        ("claim 4", "Claim stone 4"),
        ("draw clan", "Draw a clan card"),
        ("draw tactics", "Draw a tactics card"),
        ("end", "End the turn"),
        ("pass", "Pass"),
        ("recruiter", "Play the Recruiter"),
        ("return spy", "Put the Spy under its deck"),
        ("strategist R7>4", "Strategist: move red 7 to stone 4"),
        ("strategist R7>out", "Strategist: discard red 7"),
        ("banshee K1", "Banshee: discard pink 1"),
        ("traitor P9>1", "Traitor: take purple 9 to stone 1"),
    ],
)
def test_buttons_speak(code: str, spoken: str) -> None:
    assert SCREEN.say(code) == spoken


@pytest.mark.parametrize(
    ("player", "you", "codes", "told"),
    [
        ("Ines", False, ("play R7>3", "draw clan"), "Ines played red 7 at stone 3"),
        (
            "Ann",
            True,
            ("play R7>3", "claim 3", "draw clan"),
            "You played red 7 at stone 3 and claimed stone 3",
        ),
        (
            "Ann",
            True,
            ("play R7>3", "claim 3", "claim 5", "end"),
            "You played red 7 at stone 3 and claimed stones 3 and 5",
        ),
        (
            "Ines",
            False,
            ("claim 2", "play K1>9", "draw clan"),
            "Ines claimed stone 2 and played pink 1 at stone 9",
        ),
        (
            "Ines",
            False,
            ("play spy>3", "draw tactics"),
            "Ines played the Spy at stone 3 and drew a tactics card",
        ),
        ("Ines", False, ("pass", "end"), "Ines passed"),
        (
            "Ines",
            False,
            ("strategist R7>out", "draw clan"),
            "Ines used the Strategist to discard red 7",
        ),
        (
            "Ann",
            True,
            ("traitor R7>2", "draw clan"),
            "You used the Traitor to take red 7 to stone 2",
        ),
        (
            "50% %(card)s",
            False,
            ("banshee R7",),
            "50% %(card)s used the Banshee to discard red 7",
        ),
        (
            "Ann",
            True,
            ("play R7>3", "claim 3", "draw clan G7", "draw tactics spy"),
            "You played red 7 at stone 3, claimed stone 3 and drew green 7 and the Spy",
        ),
        (
            "Ines",
            False,
            ("play R7>3", "draw tactics", "draw clan", "draw tactics"),
            "Ines played red 7 at stone 3 and drew 2 tactics cards",
        ),
        (
            "Ines",
            False,
            ("recruiter", "draw tactics"),
            "Ines played the Recruiter and drew a card",
        ),
    ],
)
def test_turns_are_told(player: str, you: bool, codes: tuple[str, ...], told: str) -> None:
    assert SCREEN.tell(player, you, codes) == told


def test_what_goes_under_a_deck_is_told_to_its_owner_only() -> None:
    codes = ("recruiter", "draw clan", "draw clan", "draw clan", "return R7", "return spy")
    assert (
        SCREEN.tell("Ann", True, codes)
        == "You played the Recruiter, drew 3 cards and put red 7 and the Spy under their decks"
    )
    found = SCREEN.tell("Ann", False, codes)
    assert found == "Ann played the Recruiter, drew 3 cards and put 2 cards under their decks"
    assert "7" not in SCREEN.tell("Ann", False, ("return R7",))


def test_every_card_has_a_name() -> None:
    assert len({words.title(name) for name in NAMES}) == len(NAMES) - 1  # the Jokers are alike


def test_the_log_says_who_begins_once_for_both_decks() -> None:
    shown = screen_of(Table(tactics="", order="S1 S0"), "ann")
    deal = Turn(0, None, "", False, ("deal",))
    lines = [
        line
        for _ply, line in shown.told(
            [Turn(1, 1, "Ben", False, ("play G9>1",)), deal, deal, deal], ANN_AND_BEN
        )
    ]
    found = [part if isinstance(part, str) else part.code for part in lines[0].parts]
    assert found == ["Ben played ", "G9", " at stone 1"]
    assert [line.parts for line in lines[1:]] == [("Round 1 begins. Ben moves first.",)]


def test_lists_of_tables_show_the_clan_card_of_a_turn() -> None:
    assert SCREEN.pictured(("claim 2", "play R7>3", "draw clan")) == faces(["R7"])
    assert SCREEN.pictured(("play spy>3",)) == () == SCREEN.pictured(("return R7",))


def own(table: Table, name: str, *codes: str) -> str:
    """Return the viewer's newest turn as only the viewer is told it."""
    return SCREEN.tell("Ann", True, tuple(SCREEN.known(table.sees(name), [codes])[0]))


def test_the_log_names_the_card_that_one_drew() -> None:
    table = Table(ann="R1 R2 R3 R4 R5 R6 Y4")
    table.lays("ann R1>1")
    turn = ("play R1>1", "draw clan")
    assert own(table, "ann", *turn) == "You played red 1 at stone 1 and drew yellow 4"
    for other in ("ben", "cal"):
        assert SCREEN.known(table.sees(other), [turn]) == [turn]


def test_the_log_names_what_one_drew_in_every_turn_of_the_round() -> None:
    table = Table(ann="R1 R2 R3 R4 R5 R6 Y4 Y5", ben="G1 G2 G3 G4 G5 G6 Y6")
    table.lays("ann R1>1", "ben G1>1", "ann Y4>2", "ben G2>2")
    turns = [("play Y4>2", "draw clan"), ("play R1>1", "draw clan")]
    found = SCREEN.known(table.sees("ann"), turns)
    assert found == [("play Y4>2", "draw clan Y5"), ("play R1>1", "draw clan Y4")]
    for other in ("ben", "cal"):
        assert "Y5" not in str(SCREEN.known(table.sees(other), turns))


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("traitor R7>2", "Ines used the Traitor to take red 7 from stone 4 to stone 2"),
        ("strategist R7>9", "Ines used the Strategist to move red 7 from stone 4 to stone 9"),
        ("strategist R7>out", "Ines used the Strategist to discard red 7 from stone 4"),
        ("banshee R7", "Ines used the Banshee to discard red 7 from stone 4"),
    ],
)
def test_a_ruse_is_told_with_the_stone_at_which_its_card_lay(code: str, told: str) -> None:
    before = [("play G1>1", "draw clan"), ("strategist R7>4", "end"), ("play R7>3", "end")]
    codes = SCREEN.recall((code, "draw clan"), before)
    assert SCREEN.tell("Ines", False, codes) == told
    assert SCREEN.recall(("play G2>2", "end"), before) == ("play G2>2", "end")


def test_a_recruiter_tells_its_player_what_it_drew() -> None:
    table = Table(
        ann="R1 R2 R3 R4 R5 R6 R7 Y4", ben="G1 G2 G3 G4 G5 G6 G7 Y5", tactics="recruiter joker1 spy"
    )
    table.lays("ann R1>1", "ben G1>1", draw="tactics")
    assert fresh(table, "ann") == ["recruiter"]
    drew = ("recruiter", "draw clan", "draw tactics", "draw clan")
    table.plays(*[f"ann {code}" for code in drew])
    assert fresh(table, "ann") == ["Y4", "Y5", "spy"]
    assert own(table, "ann", *drew).endswith(" and drew yellow 4, the Spy and yellow 5")
    table.plays("ann return Y5", "ann return R2")
    assert fresh(table, "ann") == ["Y4", "spy"]
    assert own(table, "ann", *drew, "return Y5", "return R2") == (
        "You played the Recruiter, drew yellow 4, the Spy and yellow 5"
        " and put yellow 5 and red 2 under their decks"
    )
