"""The words of the screen and their order. Browser tests show how they are drawn."""

from __future__ import annotations

import pytest

from games.odin import choices, screen, words
from games.odin.engine import ENGINE
from games.odin.layout import Layout
from games.odin.screen import SCREEN
from games.odin.sets import NAMES
from games.odin.view import View
from games.screens.suits import faces
from tests.kit.boards import Sitting, Turn
from tests.odin.table import SEATS, Table

PLAYERS = (Sitting("Ann", True), Sitting("Ben", False), Sitting("Eva", False))


def screen_of(table: Table, name: str) -> Layout:
    codes = table.codes(name) if SEATS[name] is not None else []
    return screen.layout(table.sees(name), codes, SEATS[name])


def three() -> Table:
    """Ann led the orange 4, Ben played two fives and took it; Eva is to follow."""
    table = Table("O4 R9 R8 G9 B1", "G5 B5 Y1", "P6 P5 P2 Y7 G6", seats=3)
    table.plays("ann play O4", "ben play G5 B5", "ben take O4")
    return table


@pytest.mark.parametrize(
    ("code", "spoken"),
    [
        ("play R7", "Play red 7"),
        ("play G8 G5 G2", "Play 852: green 8, 5 and 2"),
        ("play R3 P3", "Play 33: red 3 and purple 3"),
        ("take O4", "Take orange 4"),
        ("pass", "Pass"),
    ],
)
def test_buttons_speak(code: str, spoken: str) -> None:
    assert SCREEN.say(code) == spoken


@pytest.mark.parametrize(
    ("player", "you", "codes", "told"),
    [
        ("Ines", False, ("play R7",), "Ines played red 7"),
        ("Ines", False, ("play G8 G5", "take B4"), "Ines played green 8 and 5 and took blue 4"),
        ("Ann", True, ("play R3 P3", "take Y2"), "You played red 3 and purple 3 and took yellow 2"),
        ("Ines", False, ("pass",), "Ines passed"),
        ("Ann", True, ("pass",), "You passed"),
        ("50% %(card)s", False, ("play R7", "take R1"), "50% %(card)s played red 7 and took red 1"),
    ],
)
def test_turns_are_told(player: str, you: bool, codes: tuple[str, ...], told: str) -> None:
    assert SCREEN.tell(player, you, codes) == told


def test_every_card_has_a_name_of_its_own() -> None:
    assert len({words.words([name]) for name in NAMES}) == len(NAMES) == 54


def test_the_others_sit_in_the_order_of_play_with_the_next_one_first() -> None:
    table = Table(seats=4, order="S2 S0 S3 S1")
    assert [rival.number for rival in screen_of(table, "ann").rivals] == [3, 1, 2]
    assert [rival.number for rival in screen_of(table, "eva").rivals] == [0, 3, 1]
    looking_on = screen_of(table, "cal")
    assert (looking_on.me, [rival.number for rival in looking_on.rivals]) == (2, [0, 3, 1])


def test_a_seat_shows_what_it_did_and_what_all_saw_it_take() -> None:
    shown = screen_of(three(), "eva")
    ann, ben = shown.rivals
    assert (ann.did, ann.count, ben.did, ben.count) == ("led 4", 8, "played 55", 8)
    assert [card.code for card in ben.hand.known] == ["O4"] and ben.hand.backs == 7
    assert ben.hand.moved == "O4"
    assert not ann.hand.known and ann.hand.backs == 8
    assert shown.top is not None and (shown.top.seat, shown.top.value) == (1, 55)


def test_who_passed_since_the_last_play_is_marked() -> None:
    table = three()
    table.plays("eva pass")
    ben, eva = screen_of(table, "ann").rivals
    assert (eva.did, eva.passed, ben.passed) == ("passed", True, False)
    table.plays("ann play R9 R8", "ann take G5")
    assert [rival.passed for rival in screen_of(table, "ann").rivals] == [False, False]


def test_what_can_be_played_stands_by_size_lowest_first() -> None:
    shown = screen_of(three(), "eva")
    sizes = [(size, [offer.value for offer in offers]) for size, offers in shown.offers]
    assert sizes == [
        ("2 cards", [62, 63, 63, 65, 66, 73]),
        ("3 cards", [333, 333, 333, 333, 532, 632, 652, 653]),
    ]
    assert sorted(
        [*(offer.code for _size, offers in shown.offers for offer in offers), "pass"]
    ) == sorted(three().codes("eva"))
    assert shown.hint() == "You could play 62, 63, 65, 66, 73 or 5 others."
    assert screen_of(three(), "ben").hint() == "" and not screen_of(three(), "ben").may_pass


def test_what_a_pass_leads_to() -> None:
    table, ann_s_eyes = three(), PLAYERS
    assert screen_of(table, "ann").if_all_pass(PLAYERS) == "If all pass, Ben leads."
    table.plays("eva pass")
    shown = screen_of(table, "ann")
    assert shown.if_all_pass(ann_s_eyes) == "If you pass, Ben leads."
    assert shown.pass_means(ann_s_eyes) == "If you pass, Ben leads."
    table.plays("ann play R9 R8", "ann take G5")
    shown = screen_of(table, "ann")
    assert shown.if_all_pass(ann_s_eyes) == "If all pass, you lead."
    assert screen_of(table, "ben").pass_means(PLAYERS) == "Pass; you may still beat a later set."
    table.plays("ben pass")
    assert screen_of(table, "ann").if_all_pass(ann_s_eyes) == "If Eva passes, you lead."


def test_a_beaten_card_says_what_it_makes_with_the_hand() -> None:
    table = three()
    table.plays("eva play P6 P5")
    prizes = screen_of(table, "eva").prizes
    assert [prize.code for prize in prizes] == ["take G5", "take B5"]
    found = [(prize.makes, prize.value) for prize in prizes]
    assert found == [("with your 6 and 3: 653", 653), ("with your 3: 53", 53)]
    for name, hand, told in (
        ("B5", ("Y5", "R5", "B9"), "with your 5 and 5: 555"),
        ("B5", ("Y7",), ""),
    ):
        assert choices.best_words(name, choices.makes(name, hand)) == told


@pytest.mark.parametrize(
    ("cards", "code", "why_not"),
    [
        ("", "play", "Choose cards of your hand."),
        ("P5 P6", "play P6 P5", ""),
        ("P2 P6 P5", "play P6 P5 P2", ""),
        ("P5 P2", "play P5 P2", "52 does not beat 55."),
        ("P6 Y7", "play Y7 P6", "A set has one colour or one number."),
        ("Y7", "play Y7", "It takes 2 or 3 cards to beat 55."),
        ("P6 P5 P2 P1", "play P6 P5 P2 P1", "It takes only 2 or 3 cards to beat 55."),
    ],
)
def test_cards_are_composed_to_a_code_or_told_why_not(cards: str, code: str, why_not: str) -> None:
    assert SCREEN.compose(three().sees("eva"), cards.split()) == (code, why_not)


def test_a_lead_is_one_card_or_the_whole_hand() -> None:
    table = Table(seats=2)
    table.goes_on("R9 R4 R2", "B5 B6")
    view = table.sees("ann")
    assert SCREEN.compose(view, ["R4"]) == ("play R4", "")
    assert SCREEN.compose(view, ["R4", "R9"]) == ("play R9 R4", "A lead is one card.")
    assert SCREEN.compose(view, ["R2", "R4", "R9"]) == ("play R9 R4 R2", "")
    assert screen_of(table, "ann").whole


def test_what_is_no_card_is_left_out_and_nothing_is_played_twice() -> None:
    code, _why_not = SCREEN.compose(three().sees("eva"), ["P6", "P6", "P5", "<b>", "X1", ""])
    assert code == "play P6 P5"


def test_the_verdict_agrees_with_the_rules_for_every_part_of_a_hand() -> None:
    """The screen says why not; whether is the engine's (3.3). They must not differ."""
    for table, name in ((three(), "eva"), (whole_hand(), "ann")):
        view, legal = table.sees(name), set(table.codes(name))
        for part in range(1, 1 << len(view.hand)):
            names = [card for i, card in enumerate(view.hand) if part >> i & 1]
            code, why_not = SCREEN.compose(view, names)
            assert (code in legal) == (not why_not), (code, why_not)


def whole_hand() -> Table:
    table = Table(seats=2)
    table.goes_on("R9 R4 R2", "B5 B6")
    return table


def test_the_log_says_who_went_out_and_who_leads() -> None:
    table = Table(seats=3)
    table.goes_on("R9", "B5 B6", "G1")
    table.plays("ann play R9")
    table.deal()
    turns = [
        Turn(2, None, "", False, ("deal",)),
        Turn(2, 0, "Ann", True, ("play R9",)),
        Turn(0, None, "", False, ("deal",)),
    ]
    lines = [line.parts for _ply, line in screen_of(table, "ann").told(turns, PLAYERS)]
    assert lines[0] == ("You went out. Hand 2 begins. Ben leads.",)
    assert lines[2] == ("Hand 1 begins. You lead.",)


def test_a_finished_hand_has_its_set_its_points_and_who_leads_next() -> None:
    table = Table(seats=3)
    assert screen_of(table, "cal").summaries() == []
    table.goes_on("R9 R8", "B5 B6 B7", "G1 G2")
    table.plays("ann play R9 R8")
    (ended,) = screen_of(table, "ben").summaries()
    found = (ended.number, ended.value, [card.code for card in ended.cards])
    assert found == (1, 98, ["R9", "R8"])
    seen = [(row.number, row.points, row.total) for row in ended.rows]
    assert seen == [(0, (0,), 0), (2, (2,), 2), (1, (3,), 3)]
    table.deal("Y9", "R4", "R5")
    assert screen_of(table, "ann").leads(PLAYERS, clock=False) == "Ben leads."
    by_ben = (Sitting("Ann", False), Sitting("Ben", True), Sitting("Eva", False))
    shown = screen_of(table, "ben")
    assert shown.leads(by_ben, clock=False) == "You lead."
    assert shown.leads(by_ben, clock=True) == "You lead. Your clock is running."


def test_the_picture_of_a_game_shows_what_went_out_last() -> None:
    table = Table(seats=2, target=10)
    table.goes_on("R9 R8", "B5 B6 B7 B8 B9 Y1 Y2 Y3 Y4")
    table.plays("ann play R9 R8")
    view: View = ENGINE.view(table.state, None)
    shown = SCREEN.share(view, {0: "Ann"})
    assert shown is not None and [card.rank for card in shown.cards] == ["9", "8"]
    assert shown.caption == "Ann: 0 points"
    assert SCREEN.share(Table().sees("cal"), {0: "Ann"}) is None


def test_lists_of_tables_show_small_sets_only() -> None:
    assert SCREEN.pictured(("play R9 R8", "take B1")) == faces(["R9", "R8"])
    assert SCREEN.pictured(("pass",)) == SCREEN.pictured(("play R9 R8 R7 R6",)) == ()


def test_taken_cards_are_marked_until_one_plays_again() -> None:
    table = three()
    table.plays("eva play P6 P5 P2", "eva take G5")
    ben, eva = screen_of(table, "ann").rivals
    assert (ben.hand.moved, eva.hand.moved) == ("O4", "G5")
    table.plays("ann pass", "ben pass")
    own = screen_of(table, "eva")
    assert own.new == "" and own.view.step == "lead"
    assert screen_of(three(), "ben").new == "O4"
