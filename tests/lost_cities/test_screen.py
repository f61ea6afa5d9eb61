"""The words of the screen and their order. Browser tests show how they are drawn."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from games.lost_cities import layout
from games.lost_cities.deck import NAMES
from games.lost_cities.layout import Layout
from games.lost_cities.screen import SCREEN
from games.screens import cards
from games.screens.values import ShownPlayer
from tests.kit.boards import ANN_AND_BEN, Turn
from tests.lost_cities.table import SEATS, Table


def screen_of(table: Table, name: str) -> Layout:
    codes = table.codes(name) if SEATS[name] is not None else []
    return layout.layout(table.sees(name), codes, SEATS[name])


def lane(shown: Layout, suit: str) -> Any:
    return next(lane for lane in shown.lanes if lane.suit == suit)


@pytest.mark.parametrize(
    ("code", "spoken"),
    [
        ("play R7", "Play red 7"),
        ("discard Bx", "Discard blue investment"),
        ("play P10", "Play purple 10"),
        ("draw stock", "Draw from the stock"),
        ("draw Y", "Draw from the yellow pile"),
    ],
)
def test_buttons_speak(code: str, spoken: str) -> None:
    assert SCREEN.say(code) == spoken


@pytest.mark.parametrize(
    ("player", "you", "codes", "told"),
    [
        ("Ines", False, ("play R7", "draw stock"), "Ines played red 7 and drew from the stock"),
        (
            "Ines",
            False,
            ("discard Yx", "draw B"),
            "Ines discarded yellow investment and drew from the blue pile",
        ),
        ("Ines", False, ("play W9",), "Ines played white 9 and draws next"),
        ("Ann", True, ("play R7",), "You played red 7"),
        ("Ann", True, ("discard B2", "draw stock"), "You discarded blue 2 and drew from the stock"),
        ("50% %(card)s", False, ("play R7",), "50% %(card)s played red 7 and draws next"),
    ],
)
def test_turns_are_told(player: str, you: bool, codes: tuple[str, ...], told: str) -> None:
    assert SCREEN.tell(player, you, codes) == told


def test_every_card_has_a_name_of_its_own() -> None:
    titles = {cards.title(name) for name in NAMES}
    assert len(titles) == len(NAMES)
    assert all(re.fullmatch(r"[A-Z][a-z]+ (\d+|investment)", title) for title in titles)


def test_the_viewer_sits_at_the_bottom_and_spectators_sit_behind_the_first_seat() -> None:
    table = Table(ann="R2", ben="R3")
    assert [
        (screen_of(table, name).me, screen_of(table, name).them) for name in ("ann", "ben", "cal")
    ] == [(0, 1), (1, 0), (0, 1)]


def test_a_card_may_be_chosen_only_by_who_puts_one_down() -> None:
    table = Table(ann="R2 R5")
    assert screen_of(table, "ann").picks and not screen_of(table, "ann").draws
    assert not screen_of(table, "ben").picks and not screen_of(table, "cal").picks
    table.plays("ann play R5")
    assert not screen_of(table, "ann").picks
    assert screen_of(table, "ann").draws == (("draw stock", "Draw from the stock"),)


def test_the_moves_on_the_screen_are_the_legal_codes() -> None:
    table, rng = Table(), Random(7)
    while table.state.turn is not None:
        name = "ann" if table.state.turn == 0 else "ben"
        shown, codes = screen_of(table, name), table.codes(name)
        plays = [f"play {pick.card.code}" for pick in shown.picks if pick.playable]
        offered = [
            *plays,
            *(f"discard {pick.card.code}" for pick in shown.picks),
            *(code for code, _words in shown.draws),
        ]
        assert sorted(offered) == sorted(codes)
        table.plays(f"{name} {rng.choice(codes)}")


def test_investments_of_one_suit_are_one_choice_with_two_radios() -> None:
    shown = screen_of(Table(ann="Rx Rx R2"), "ann")
    held = [one for one in shown.hand if one.card.code == "Rx"]
    assert [one.id for one in held] == ["card-Rx", "card-Rx-1"]
    assert held[0].pick is held[1].pick
    assert [pick.number for pick in shown.picks] == list(range(1, len(shown.picks) + 1))


def test_a_card_that_does_not_fit_says_why() -> None:
    table = Table(ann="B3 B8 Bx", ben="Y2")
    table.plays("ann play B8", "ann draw stock", "ben discard Y2", "ben draw stock")
    picks = {pick.title: pick for pick in screen_of(table, "ann").picks}
    three, investment = picks["Blue 3"], picks["Blue investment"]
    assert not three.playable
    assert (three.do, three.help) == ("Discard blue 3", "It does not go on blue 8.")
    assert (three.elsewhere, three.own, three.blocked) == (
        "Blue 3 goes on blue only.",
        "Blue 3 does not go on blue 8.",
        "Does not go on blue 8",
    )
    assert investment.help == investment.own == "Investments come before numbers."
    assert investment.elsewhere == "A blue investment goes on blue only."
    other = next(pick for pick in picks.values() if pick.playable)
    assert other.do.startswith("Play ") and other.elsewhere.endswith(" only.")


def leads(table: Table, title: str) -> str:
    """Return what Ann is told on choosing a card."""
    return next(pick.help for pick in screen_of(table, "ann").picks if pick.title == title)


def test_choosing_a_card_tells_the_score_that_it_leads_to() -> None:
    table = Table(ann="Yx Yx Y4 B9", ben="R2 R3 R4")
    assert leads(table, "Yellow 4") == "Starts yellow at 4 − 20 = −16."
    assert leads(table, "Yellow investment") == (
        "Starts yellow at −20 × 2 = −40; it doubles gains as well."
    )
    table.plays("ann play Yx", "ann draw stock", "ben discard R2", "ben draw stock")
    assert leads(table, "Yellow investment") == (
        "Takes yellow from −40 to −60; gains count three times."
    )
    assert leads(table, "Yellow 4") == "Takes yellow from −40 to −32."


def test_the_eighth_card_brings_its_bonus() -> None:
    table = Table(ann="Gx G2 G3 G4 G5 G6 G7 G8")
    for code in ("Gx", "G2", "G3", "G4", "G5", "G6", "G7"):
        table.plays(f"ann play {code}", "ann draw stock")
        ben = next(code for code in table.codes("ben") if code.startswith("discard"))
        table.plays(f"ben {ben}", "ben draw stock")
    assert leads(table, "Green 8") == "Takes green from 14 to 50, with 20 for eight cards."


def test_the_cards_out_of_sight_are_those_that_the_view_does_not_show() -> None:
    table = Table(ann="Y2 Yx", ben="Y3 Y4", stock="Y9 Y10")
    table.plays("ann play Y2", "ann draw stock", "ben discard Y3", "ben draw stock")
    yellow = next(suit for suit in screen_of(table, "ann").missing() if suit.letter == "y")
    assert (yellow.colour, yellow.investments) == ("yellow", 2)
    assert yellow.ranks == ("", "", "4", "5", "6", "7", "8", "", "10")
    watched = next(suit for suit in screen_of(table, "cal").missing() if suit.letter == "y")
    assert watched.investments == 3 and watched.ranks[7] == "9"


def test_a_place_that_takes_nothing_now_says_why() -> None:
    table = Table(ann="R2 B2", ben="R3")
    assert screen_of(table, "ann").later("Ben") == "Choose a card from your hand first."
    assert screen_of(table, "ben").later("Ann") == "It is Ann’s turn."
    table.plays("ann discard R2")  # which stays: no other pile has a card
    assert screen_of(table, "ann").later("Ben") == "Draw from the stock. Your discard stays."
    table.plays("ann draw stock", "ben discard R3", "ben draw stock", "ann discard B2")
    assert screen_of(table, "ann").later("Ben") == (
        "Draw from the stock or a lit pile. Your discard stays."
    )


def test_piles_are_told_to_those_who_listen() -> None:
    table = Table(ann="R2", ben="R3")
    assert lane(screen_of(table, "ann"), "R").says == "Discard pile, red: empty"
    table.plays("ann discard R2", "ann draw stock", "ben discard R3")
    assert lane(screen_of(table, "ann"), "R").says == "Discard pile, red: red 3 on top, 2 cards"


def test_long_expeditions_show_their_investments_as_one() -> None:
    table = Table(ann="Gx Gx Gx G2 G3 G4 G5 G6", stock="G7 Y2 G8")
    for i, code in enumerate(["Gx", "Gx", "Gx", "G2", "G3", "G4", "G5", "G6"]):
        table.plays(f"ann play {code}", "ann draw stock")
        fan = lane(screen_of(table, "ann"), "G").mine
        assert sum(card.times for card in fan.cards) == i + 1
        assert (len(fan.cards), fan.long, fan.bonus) == (
            (i + 1, False, False) if i < 7 else (6, True, True)
        )
        ben = next(code for code in table.codes("ben") if code.startswith("discard"))
        table.plays(f"ben {ben}", "ben draw stock")


def test_the_last_card_put_down_is_marked_where_it_lies() -> None:
    shown = screen_of(Table(), "ann")
    assert shown.moved([Turn(4, 1, "Ben", False, ("play G9", "draw stock"))]) == ("theirs", "G")
    assert shown.moved([Turn(4, 0, "Ann", True, ("play R7",))]) == ("mine", "R")
    assert shown.moved([Turn(4, 1, "Ben", False, ("discard Y4", "draw stock"))]) == ("pile", "Y")
    assert shown.moved([Turn(4, None, "", False, ("deal",))]) == ("", "")
    assert shown.moved([]) == ("", "")


def test_the_log_keeps_cards_apart_and_says_who_begins() -> None:
    shown = screen_of(Table(order="S1 S0"), "ann")
    turns = [
        Turn(1, 1, "Ben", False, ("play G9",)),
        Turn(0, None, "", False, ("deal",)),
        Turn(0, None, "", False, ("deal",)),
    ]
    lines = [line for _ply, line in shown.told(turns, ANN_AND_BEN)]
    found = [part if isinstance(part, str) else part.code for part in lines[0].parts]
    assert found == ["Ben played ", "G9", " and draws next"]
    assert lines[1].parts == ("Round 1 begins. Ben moves first.",)
    assert len(lines) == 2


def test_the_end_of_a_round_says_who_won_it() -> None:
    table = Table(ann="R9 R10", rounds=3)
    table.plays("ann play R9", "ann draw stock")
    table.goes_on()
    theirs, mine = (
        ShownPlayer(1, "Ben", False, False, False, None, None),
        ShownPlayer(0, "Ann", False, True, False, None, None),
    )
    assert screen_of(table, "ann").won_by(theirs, mine) == "Ben wins round 1 by 11"
    assert screen_of(table, "ben").won_by(mine, theirs) == "Ben wins round 1 by 11"
    level = Table(rounds=3)
    level.goes_on()
    assert screen_of(level, "cal").won_by(theirs, mine) == "Round 1 is a draw"


def test_a_score_tells_its_sum() -> None:
    table = Table(ann="Rx R4 R7 R8 R10", ben="B2 B3 B4 B5")
    for red, blue in zip(("Rx", "R4", "R7", "R8"), ("B2", "B3", "B4", "B5"), strict=True):
        table.plays(f"ann play {red}", "ann draw stock", f"ben play {blue}", "ben draw stock")
    table.plays("ann play R10", "ann draw stock")
    shown = screen_of(table, "ann")
    assert lane(shown, "R").mine.sum == "(4 + 7 + 8 + 10 − 20) × 2 = 18"
    assert lane(shown, "R").mine.score == "+18"
    assert lane(shown, "B").theirs.sum == "2 + 3 + 4 + 5 − 20 = −6"


def test_piles_can_be_drawn_from_by_name() -> None:
    table = Table(ann="R2", ben="Y4")
    table.plays("ann play R2", "ann draw stock", "ben discard Y4", "ben draw stock")
    first = table.codes("ann")[-1]
    table.plays(f"ann {first}")
    shown = screen_of(table, "ann")
    assert lane(shown, "Y").draw == "Draw yellow 4"
    assert ("draw Y", "Draw yellow 4") in shown.draws
    assert not lane(screen_of(table, "ben"), "Y").draw


def test_a_card_taken_from_a_pile_is_named_to_all() -> None:
    turns = [("discard R7", "draw stock"), ("discard R9", "draw stock"), ("play B2", "draw R")]
    newest, *before = reversed(turns)
    codes = SCREEN.recall(newest, before)
    assert SCREEN.tell("Ines", False, codes) == "Ines played blue 2 and took red 9 from its pile"
    again = SCREEN.recall(("play B3", "draw R"), [newest, *before])
    assert SCREEN.tell("Ann", True, again) == "You played blue 3 and took red 7 from its pile"
    assert SCREEN.recall(("play B4", "draw R"), []) == ("play B4", "draw R")


def test_the_cards_of_the_stock_are_named_to_their_owner_alone() -> None:
    table = Table(ann="R2 R5", ben="B3", stock="Y4 G6 W7")
    table.plays("ann play R2", "ann draw stock", "ben discard B3", "ben draw stock")
    table.plays("ann play R5", "ann draw stock")
    turns = [("play R5", "draw stock"), ("play R2", "draw stock")]
    newest, first = SCREEN.known(table.sees("ann"), turns)
    assert SCREEN.tell("Ann", True, newest) == "You played red 5 and drew white 7"
    assert SCREEN.tell("Ann", True, first) == "You played red 2 and drew yellow 4"
    for name in ("ben", "cal"):
        seen = table.sees(name)
        assert "W7" not in repr(seen) and "Y4" not in repr(seen)
    assert SCREEN.known(table.sees("cal"), turns) == turns
    table.plays("ben discard G6", "ben draw stock", "ann discard Y4")
    _drawing, newest, first = SCREEN.known(table.sees("ann"), [("discard Y4",), *turns])
    assert (newest[1], first[1]) == ("draw stock W7", "draw stock Y4")


def test_the_card_just_drawn_is_marked_in_the_hand() -> None:
    table = Table(ann="R2 R5", ben="B3", stock="Y4")
    table.plays("ann play R5", "ann draw stock")
    turns = [Turn(1, 0, "Ann", True, ("play R5", "draw stock"))]
    fresh = screen_of(table, "ann").fresh(turns)
    assert fresh is not None and fresh.card.code == "Y4"
    assert screen_of(table, "ben").fresh(turns) is None
    assert screen_of(table, "cal").fresh(turns) is None
