"""The rules of Odin, read as play. The numbers in the names are those of the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from games.kernel.protocol import BadSetup, IllegalAction, Outcome, Setup
from games.odin.engine import ENGINE
from tests.odin.table import Table

RED = "R9 R8 R7 R6 R5 R4 R3 R2 R1"

# --- 3.1 and 3.2: cards, deal, who leads ---


def test_3_1_fifty_four_cards_six_colours_from_1_to_9_one_of_each() -> None:
    deck = ENGINE.chance(ENGINE.deal(ENGINE.start(Setup(2)), ("S0", "S1")))
    assert Counter(deck) == Counter(
        f"{colour}{number}" for colour in "RGBYPO" for number in range(1, 10)
    )


@pytest.mark.parametrize(("seats", "undealt"), [(2, 36), (3, 27), (4, 18), (5, 9), (6, 0)])
def test_3_2_nine_cards_each_the_rest_stays_out_unseen(seats: int, undealt: int) -> None:
    view = Table(seats=seats).sees("cal")
    assert (view.hand_counts, view.undealt, view.gone) == ((9,) * seats, undealt, ())


def test_3_2_two_to_six_players_no_more_no_fewer() -> None:
    for seats in (0, 1, 7):
        with pytest.raises(BadSetup):
            ENGINE.start(Setup(seats))


def test_3_2_to_10_15_or_20_points_15_unless_said_otherwise() -> None:
    assert Table().sees("cal").target == 15
    assert [Table(target=target).sees("cal").target for target in (10, 15, 20)] == [10, 15, 20]
    with pytest.raises(BadSetup):
        ENGINE.start(Setup(2, {"target": "30"}))


def test_3_2_hands_are_dealt_whole_in_order_of_play() -> None:
    state = ENGINE.deal(ENGINE.start(Setup(3)), ("S2", "S0", "S1"))
    deck = ENGINE.chance(state)
    state = ENGINE.deal(state, deck)
    found = [set(ENGINE.view(state, seat).hand) for seat in (2, 0, 1)]
    assert found == [set(deck[:9]), set(deck[9:18]), set(deck[18:27])]


def test_3_2_the_first_seat_that_was_dealt_leads_and_play_goes_on_in_that_order() -> None:
    table = Table("R1", "G2", "B3", seats=3, order="S2 S0 S1")
    assert table.sees("cal").starter == table.sees("cal").turn == 2
    table.plays("eva play B3", "ann pass", "ben pass")
    assert table.sees("cal").turn == 2


def test_3_5_O_a_the_next_hand_is_led_by_the_next_in_order_of_play() -> None:
    table = Table(seats=3, order="S1 S0 S2")
    starters = []
    for name in ("ben", "ann", "eva"):
        starters.append(table.sees("cal").starter)
        table.goes_on("R1", "G1", "B1")
        table.plays(f"{name} play {table.sees(name).hand[0]}")
        table.deal()
    assert starters == [1, 0, 2] and table.sees("cal").starter == table.sees("cal").turn == 1


# --- 3.3: the lead ---


def test_3_3_O_b_the_leader_plays_any_one_card_and_may_not_pass() -> None:
    table = Table("R9 R8 G8 G7 B5 Y4 P3 O2 O1")
    assert table.codes("ann") == [f"play {card}" for card in "O1 O2 P3 Y4 B5 G7 R8 G8 R9".split()]
    assert table.codes("ben") == []


@pytest.mark.parametrize("hand", [RED, "R7 G7", "R7 G7 B7 Y7 P7 O7", "R9 R1"])
def test_3_3_a_whole_hand_of_one_colour_or_number_may_be_laid_at_once(hand: str) -> None:
    table = Table()
    table.goes_on(hand, "B1 B2 B3")
    assert f"play {hand}" in table.codes("ann")
    table.plays(f"ann play {hand}")
    (result,) = table.sees("ben").past
    found = (result.out, result.whole, result.cards, result.points)
    assert found == (0, True, tuple(hand.split()), (0, 3))


def test_3_3_O_d_it_need_not_be_laid_at_once() -> None:
    table = Table(RED)
    assert table.codes("ann") == [*[f"play R{number}" for number in range(1, 10)], f"play {RED}"]
    table.plays("ann play R1")
    assert table.sees("cal").hand_counts == (8, 9)


def test_3_3_it_is_the_whole_hand_or_one_card() -> None:
    table = Table("R9 R8 R7 R6 R5 R4 R3 R2 G2")
    assert len(table.codes("ann")) == 9


def test_3_3_at_the_start_of_any_round() -> None:
    table = Table(seats=3)
    table.goes_on("R1 G8 G9", "B2 B3", "Y2 Y3")
    table.plays("ann play R1", "ben pass", "eva pass")
    assert "play G9 G8" in table.codes("ann")


def test_3_3_with_one_card_left_the_lead_is_the_whole_hand() -> None:
    table = Table()
    table.goes_on("R1", "B2 B3")
    assert table.codes("ann") == ["play R1"]
    table.plays("ann play R1")
    assert not table.sees("ben").past[-1].whole


# --- 3.3: to follow ---


def answers(lies: str, hand: str) -> list[str]:
    """Return the codes of Ben when Ann has laid these cards."""
    table = Table()
    table.goes_on("O1 O2", hand, lies=f"ann {lies}")
    return [code.removeprefix("play ") for code in table.codes("ben")]


def test_3_3_1_as_many_cards_or_one_more() -> None:
    assert answers("G2", "R8 R5 R4") == ["R4", "R5", "R8", "R5 R4", "R8 R4", "R8 R5", "pass"]
    assert answers("G8 G2", "R8 R7 R6 R5") == [
        "R8 R5",
        "R8 R6",
        "R8 R7",
        "R7 R6 R5",
        "R8 R6 R5",
        "R8 R7 R5",
        "R8 R7 R6",
        "pass",
    ]


def test_3_3_2_several_cards_are_of_one_colour_or_of_one_number() -> None:
    found = answers("O5", "R8 R7 G8 G6")
    assert found == ["G6", "R7", "R8", "G8", "G8 G6", "R8 R7", "R8 G8", "pass"]
    shown = answers("O5 O4", "R8 R7 G8 B8")
    assert shown == ["R8 R7", "R8 G8", "R8 B8", "G8 B8", "R8 G8 B8", "pass"]


@pytest.mark.parametrize(
    ("lies", "higher", "not_higher"),
    [
        ("B5", "R6", "R5"),
        ("B8 B5", "R8 R6", "G8 G5"),
        ("B8 B5", "R8 G8", "Y7 G7"),
        ("B8 B4 B1", "R8 R5 R2", "G8 G4 G1"),
        ("B8 B4 B1", "R9 R2 R1", "G7 G6 G5"),
        ("B3 Y3 P3", "R4 R2 R1", "R3 R2 R1"),
    ],
)
def test_3_3_3_the_digits_from_high_to_low_make_a_higher_number(
    lies: str, higher: str, not_higher: str
) -> None:
    codes = answers(lies, " ".join({*higher.split(), *not_higher.split()}))
    assert higher in codes and not_higher not in codes


def test_3_3_one_card_more_is_always_higher() -> None:
    assert answers("R9 R8", "G3 G2 G1") == ["G3 G2 G1", "pass"]


@pytest.mark.parametrize(
    "code",
    [
        "play R4 R8",
        "play R8,R4",
        "play R8 R8",
        "play G9",
        "play R3",
        "play R8 R5 R4",
        "take O5",
        "pass ",
        "play",
    ],
)
def test_3_3_everything_else_is_refused(code: str) -> None:
    table = Table()
    table.goes_on("G9 O1", "R3 R4 R5 R8", lies="ann O5")
    with pytest.raises(IllegalAction):
        table.plays(f"ben {code}")


# --- 3.3: take one ---


def test_3_3_O_e_who_beats_takes_one_card_of_the_beaten_set_of_his_choice() -> None:
    table = Table(seats=3)
    table.goes_on("O1 O2", "R8 R7 R6 P1", "Y1 Y2", lies="ann B9 B5")
    table.plays("ben play R8 R7 R6")
    view = table.sees("cal")
    assert table.codes("ben") == ["take B9", "take B5"]
    assert (view.turn, view.step, view.beaten) == (1, "take", ("B9", "B5"))
    gone = len(view.gone)
    table.plays("ben take B5")
    view = table.sees("cal")
    assert table.sees("ben").hand == ("B5", "P1") and (view.turn, view.step) == (2, "follow")
    assert "B9" in view.gone and len(view.gone) == gone + 1, "the other beaten cards leave the hand"
    assert view.plays[-1].cards == ("R8", "R7", "R6") and view.plays[-1].took == "B5"


def test_3_3_a_single_beaten_card_is_taken() -> None:
    table = Table("R5", "R6")
    table.plays("ann play R5", "ben play R6")
    assert table.codes("ben") == ["take R5"]


def test_3_3_a_taken_card_is_played_from_the_next_turn_on() -> None:
    table = Table()
    table.goes_on("G7 O1", "R6 R4 P1", lies="ann R5")
    table.plays("ben play R6", "ben take R5", "ann play G7", "ann take R6")
    assert "play R5 R4" in table.codes("ben")


def test_3_3_a_leader_takes_nothing() -> None:
    table = Table("R5")
    table.plays("ann play R5")
    assert table.sees("cal").turn == 1 and table.sees("cal").plays[0].took is None


def test_3_3_O_f_with_an_empty_hand_nothing_is_taken_and_the_hand_is_over() -> None:
    table = Table()
    table.goes_on("O1 O2", "R9 R8", lies="ann B9")
    table.plays("ben play R9 R8")
    view = table.sees("cal")
    assert view.hand_counts == (2, 0) and view.turn is None and view.past[-1].points == (2, 0)
    assert (view.past[-1].out, view.past[-1].whole) == (1, False)


# --- 3.3: to pass, and the end of a round ---


def test_3_3_O_i_one_may_pass_although_able_to_play_and_is_not_locked_out() -> None:
    table = Table("R1", "R9", "G8", seats=3)
    table.plays("ann play R1", "ben pass", "eva play G8", "eva take R1", "ann pass")
    assert "play R9" in table.codes("ben") and table.sees("cal").passed == (True, False, False)


def test_3_3_when_all_the_others_have_passed_the_last_player_leads() -> None:
    table = Table("R1", "R9", "G8", seats=3)
    table.plays("ann play R1", "ben pass", "eva play G8", "eva take R1", "ann pass", "ben pass")
    view = table.sees("eva")
    assert (view.turn, view.leader, view.step, view.plays) == (2, 2, "lead", ())
    assert view.gone == ("G8",) and "pass" not in table.codes("eva"), (
        "nobody takes the cards on the table"
    )


def test_3_3_a_play_starts_the_count_of_passes_again() -> None:
    table = Table("R1", "R2", "R3", "R4", seats=4)
    table.plays(
        "ann play R1", "ben pass", "eva pass", "flo play R4", "flo take R1", "ann pass", "ben pass"
    )
    assert table.sees("cal").turn == 2 and table.sees("cal").passed == (True, True, False, False)
    table.plays("eva pass")
    assert (table.sees("cal").turn, table.sees("cal").step) == (3, "lead")


def test_3_3_one_pass_with_two_players() -> None:
    table = Table("R5", "R6")
    table.plays("ann play R5", "ben pass")
    found = (table.sees("cal").turn, table.sees("cal").step, table.sees("cal").gone)
    assert found == (0, "lead", ("R5",))


# --- 3.4: the end of a hand, and of the game ---


def test_3_4_a_penalty_point_for_each_card_left() -> None:
    table = Table(seats=4)
    table.goes_on("R1", "G1 G2", "B1 B2 B3", "Y1 Y2 Y3 Y4")
    table.plays("ann play R1")
    assert table.sees("cal").totals == (0, 2, 3, 4) and table.outcome is None


def test_3_4_below_the_target_all_cards_are_shuffled_for_the_next_hand() -> None:
    table = Table(RED)
    table.plays(f"ann play {RED}")
    assert table.codes("ann") == [] == table.codes("ben")
    assert ENGINE.to_act(table.state) == frozenset() and len(ENGINE.chance(table.state)) == 54
    table.deal()
    view = table.sees("cal")
    found = (view.number, view.hand_counts, view.totals, view.gone, view.taken)
    assert found == (2, (9, 9), (0, 9), (), ((), ()))


@pytest.mark.parametrize("target", [10, 15, 20])
def test_3_4_the_game_ends_when_somebody_has_the_target_and_the_lowest_total_wins(
    target: int,
) -> None:
    table = Table(seats=2, target=target)
    lost = 0
    while lost < target:
        assert table.outcome is None
        # first to one point below the target, then to the target
        left = min(9, target - 1 - lost) or 1
        starter = table.sees("cal").starter
        hands = ["R1", " ".join(RED.split()[:left])] if starter == 0 else ["R2 R1", "G1"]
        table.goes_on(*hands)
        table.plays("ann play R1" if starter == 0 else "ben play G1")
        lost += left if starter == 0 else 0
        if table.outcome is None:
            table.deal()
    assert table.outcome is not None and table.outcome.places == (1, 2)
    assert ENGINE.chance(table.state) == () and ENGINE.to_act(table.state) == frozenset()


def test_3_4_level_totals_share_the_win() -> None:
    table = Table(seats=3, target=10)
    table.goes_on("R1", "G1", "B9 B8 B7 B6 B5")
    table.plays("ann play R1")
    table.deal()
    table.goes_on("R1", "G1", "B9 B8 B7 B6 B5")
    table.plays("ben play G1")
    assert table.outcome == Outcome((1, 1, 10), (1, 1, 3)), "the target is reached exactly (O-c)"
