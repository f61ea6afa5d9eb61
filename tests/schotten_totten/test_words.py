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
            "You played red 7 at stone 3, claimed stone 3",
        ),
        (
            "Ann",
            True,
            ("play R7>3", "claim 3", "claim 5", "end"),
            "You played red 7 at stone 3, claimed stones 3 and 5",
        ),
        (
            "Ines",
            False,
            ("claim 2", "play K1>9", "draw clan"),
            "Ines claimed stone 2, played pink 1 at stone 9",
        ),
        (
            "Ines",
            False,
            ("play spy>3", "draw tactics"),
            "Ines played the Spy at stone 3, drew a tactics card",
        ),
        ("Ines", False, ("pass", "end"), "Ines passed"),
        (
            "Ines",
            False,
            ("strategist R7>out", "draw clan"),
            "Ines discarded red 7 by the Strategist",
        ),
        ("Ann", True, ("traitor R7>2", "draw clan"), "You took red 7 to stone 2 by the Traitor"),
        ("50% %(card)s", False, ("banshee R7",), "50% %(card)s drove red 7 away by the Banshee"),
    ],
)
def test_turns_are_told(player: str, you: bool, codes: tuple[str, ...], told: str) -> None:
    assert SCREEN.tell(player, you, codes) == told


def test_what_goes_under_a_deck_is_told_to_its_owner_only() -> None:
    codes = ("recruiter", "draw clan", "draw clan", "draw clan", "return R7", "return spy")
    assert (
        SCREEN.tell("Ann", True, codes)
        == "You played the Recruiter, put red 7 under its deck, put the Spy under its deck"
    )
    assert (
        SCREEN.tell("Ann", False, codes)
        == "Ann played the Recruiter, put a card under its deck, put a card under its deck"
    )
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
    assert [part if isinstance(part, str) else part.code for part in lines[0].parts] == [
        "Ben played ",
        "G9",
        " at stone 1",
    ]
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
    assert own(table, "ann", *turn) == "You played red 1 at stone 1, drew yellow 4"
    for other in ("ben", "cal"):
        assert SCREEN.known(table.sees(other), [turn]) == [turn]


def test_a_recruiter_that_puts_a_new_card_back_tells_no_draw() -> None:
    table = Table(
        ann="R1 R2 R3 R4 R5 R6 R7 Y4", ben="G1 G2 G3 G4 G5 G6 G7 Y5", tactics="recruiter joker1 spy"
    )
    table.lays("ann R1>1", "ben G1>1", draw="tactics")
    assert fresh(table, "ann") == ["recruiter"]
    drew = ("recruiter", "draw clan", "draw tactics", "draw clan")
    table.plays(*[f"ann {code}" for code in drew])
    assert fresh(table, "ann") == ["Y4", "Y5", "spy"]
    assert own(table, "ann", *drew).endswith(", drew yellow 4, drew the Spy, drew yellow 5")
    table.plays("ann return Y5", "ann return R2")
    assert fresh(table, "ann") == ["Y4", "spy"]
    assert "yellow 4" not in own(table, "ann", *drew, "return Y5", "return R2")
