"""The rules of Lost Cities, read as play. The numbers in the names are those of the rules."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.kernel.protocol import BadSetup, IllegalAction, Outcome, Setup
from games.kernel.replay import advance, begin, revealed_nothing
from games.lost_cities.engine import ENGINE
from tests.conformance.playing import game
from tests.lost_cities.table import Table

# --- 1.1 and 1.2: cards, deal, who starts ---


@pytest.mark.parametrize(("suits", "count", "stock"), [(5, 60, 44), (6, 72, 56)])
def test_1_1_twelve_cards_a_suit_eight_in_each_hand_the_rest_is_the_stock(
    suits: int, count: int, stock: int
) -> None:
    state = ENGINE.deal(ENGINE.start(Setup(2, {"suits": str(suits)})), ("S0", "S1"))
    deck = Counter(ENGINE.chance(state))
    assert deck.total() == count
    assert deck["Yx"] == 3 and deck["Y2"] == deck["Y10"] == 1 and ("P7" in deck) == (suits == 6)
    table = Table(suits=suits)
    assert (table.sees("cal").hand_counts, table.sees("cal").stock) == ((8, 8), stock)


def test_1_2_two_players_no_more_no_fewer() -> None:
    for seats in (0, 1, 3):
        with pytest.raises(BadSetup):
            ENGINE.start(Setup(seats))


def test_1_2_hands_are_dealt_whole_in_order_of_play() -> None:
    state = ENGINE.deal(ENGINE.start(Setup(2)), ("S1", "S0"))
    deck = ENGINE.chance(state)
    state = ENGINE.deal(state, deck)
    assert ENGINE.view(state, 1).hand == deck[:8]
    assert Counter(ENGINE.view(state, 0).hand) == Counter(deck[8:16])
    assert ENGINE.to_act(state) == {1}


def test_1_2_L_a_the_seat_deal_says_who_starts() -> None:
    assert Table(order="S0 S1").sees("cal").starter == 0
    assert Table(order="S1 S0").sees("cal").starter == 1


def test_1_2_the_higher_total_starts_the_next_round() -> None:
    table = Table(ann="R2", rounds=3)
    table.plays("ann play R2", "ann draw stock")
    table.goes_on()
    assert table.sees("cal").totals == (-18, 0)
    table.deal(ben="G2")
    assert table.sees("cal").starter == 1 == table.sees("cal").turn


def test_1_2_L_b_at_level_totals_whoever_did_not_start_the_last_round() -> None:
    table = Table(rounds=3)
    starters = [0]
    for _ in range(2):
        table.goes_on()
        table.deal()
        starters.append(table.sees("cal").starter)
    assert starters == [0, 1, 0]


def test_1_8_L_h_the_running_total_counts_not_the_last_round() -> None:
    table = Table(ann="Rx", rounds=3)
    table.plays("ann play Rx", "ann draw stock")
    table.goes_on()
    table.deal(ben="G2")
    table.plays("ben play G2", "ben draw stock")
    table.goes_on()
    assert [played.scores for played in table.sees("cal").past] == [(-40, 0), (0, -18)]
    table.deal()
    assert table.sees("cal").starter == 1, "-18 in all, although Ann won the last round"


# --- 1.3: the turn ---


def test_1_3_any_card_may_be_played_to_an_empty_expedition_or_discarded() -> None:
    table = Table(ann="Yx Y2 Y10 B5 W6 G7 R8 R9")
    hand = ["Yx", "Y2", "Y10", "B5", "W6", "G7", "R8", "R9"]
    assert table.codes("ann") == [f"play {card}" for card in hand] + [
        f"discard {card}" for card in hand
    ]
    assert table.codes("ben") == []


def test_1_3_three_investments_are_one_choice() -> None:
    table = Table(ann="Yx Yx Yx B2 B3 B4 B5 B6")
    assert table.codes("ann").count("play Yx") == 1 == table.codes("ann").count("discard Yx")
    assert len(table.codes("ann")) == 12


def test_1_3_numbers_rise_gaps_are_fine() -> None:
    table = Table(ann="R4 R3 R5 R10 G2")
    table.plays("ann play R4", "ann draw stock")
    table.goes_on(until=42)
    codes = table.codes("ann")
    assert "play R5" in codes and "play R10" in codes
    assert "play R3" not in codes and "discard R3" in codes


def test_1_3_investments_only_before_the_first_number() -> None:
    table = Table(ann="Rx Rx Rx R2 G4 G5 G6 G7", ben="B2 B3 B4 B5 W2 W3 W4 W5")
    table.plays(
        "ann play Rx",
        "ann draw stock",
        "ben discard B2",
        "ben draw stock",
        "ann play Rx",
        "ann draw stock",
    )
    table.plays(
        "ben discard B3",
        "ben draw stock",
        "ann play R2",
        "ann draw stock",
        "ben discard B4",
        "ben draw stock",
    )
    assert "play Rx" not in table.codes("ann") and "discard Rx" in table.codes("ann")


def test_1_3_an_investment_does_not_bind_the_first_number() -> None:
    table = Table(ann="Rx R2")
    table.plays("ann play Rx", "ann draw stock")
    table.goes_on(until=42)
    assert "play R2" in table.codes("ann")


def test_1_3_expeditions_are_each_players_own() -> None:
    table = Table(ann="R9", ben="R2")
    table.plays("ann play R9", "ann draw stock", "ben play R2")
    ann, ben = table.sees("cal").expeditions
    red = table.sees("cal").suits.index("R")
    assert (ann[red].cards, ben[red].cards) == (("R9",), ("R2",))


def test_1_3_then_one_card_is_drawn_also_when_only_the_stock_is_there() -> None:
    table = Table(ann="R4")
    table.plays("ann play R4")
    assert table.codes("ann") == ["draw stock"]
    assert table.sees("ann").step == "draw" and table.sees("ann").turn == 0
    table.plays("ann draw stock")
    assert table.sees("ann").step == "put" and table.sees("ann").turn == 1


def test_1_3_the_card_just_discarded_may_not_be_taken_back() -> None:
    table = Table(ann="R4", ben="G4")
    table.plays("ann discard R4")
    assert table.codes("ann") == ["draw stock"] and table.sees("ben").closed == "R"
    table.plays("ann draw stock", "ben discard G4")
    assert table.codes("ben") == ["draw stock", "draw R"]


def test_1_3_the_pile_is_closed_also_when_other_cards_lie_below() -> None:
    table = Table(ann="R4", ben="R5")
    table.plays("ann discard R4", "ann draw stock", "ben discard R5")
    assert table.codes("ben") == ["draw stock"]


def test_1_3_after_playing_every_pile_is_open_the_played_suit_too() -> None:
    table = Table(ann="R4", ben="R5 G2")
    table.plays("ann discard R4", "ann draw stock", "ben play R5")
    assert table.codes("ben") == ["draw stock", "draw R"]
    table.plays("ben draw R")
    assert "R4" in table.sees("ben").hand and table.sees("ben").stock == 43


def test_1_8_L_g_an_own_discard_may_be_taken_a_turn_later() -> None:
    table = Table(ann="R4 G2", ben="B2")
    table.plays(
        "ann discard R4",
        "ann draw stock",
        "ben play B2",
        "ben draw stock",
        "ann play G2",
        "ann draw R",
    )
    assert "R4" in table.sees("ann").hand


def test_1_3_the_hand_has_eight_cards_between_turns() -> None:
    table = Table()
    while table.sees("cal").turn is not None:
        assert table.sees("cal").hand_counts == (8, 8)
        table.goes_on(until=table.sees("cal").stock - 1)
    assert table.sees("cal").hand_counts == (8, 8)


@pytest.mark.parametrize(
    "code", ["draw stock", "play B2", "discard Y4", "play Rx1", "pass", "play R10 "]
)
def test_1_3_everything_else_is_refused(code: str) -> None:
    table = Table(ann="Y2 Y3 R10", ben="B2 Y4")
    with pytest.raises(IllegalAction):
        table.plays(f"ann {code}")


# --- 1.4: who sees what ---


def test_1_4_a_hand_is_for_its_own_eyes() -> None:
    table = Table(ann="R10 Yx", ben="B2 Y4")
    assert {"R10", "Yx"} <= set(table.sees("ann").hand)
    assert not {"B2", "Y4"} & set(table.sees("ann").hand)
    assert table.sees("cal").hand == ()
    assert "Y4" not in repr(table.sees("ann")) and "Yx" not in repr(table.sees("cal"))


def test_1_4_L_c_a_pile_shows_its_top_and_its_count() -> None:
    table = Table(ann="R4", ben="R7")
    table.plays("ann discard R4", "ann draw stock", "ben discard R7", "ben draw stock")
    pile = table.sees("ann").piles[table.sees("ann").suits.index("R")]
    assert (pile.top, pile.count) == ("R7", 2)
    assert "R4" not in repr(table.sees("ann"))


def test_1_4_what_was_taken_in_the_open_is_known_until_it_leaves_the_hand() -> None:
    table = Table(ann="R4 G2", ben="B2 B3")
    table.plays("ann discard R4", "ann draw stock", "ben play B2", "ben draw R")
    assert table.sees("ann").taken == table.sees("cal").taken == ((), ("R4",))
    table.plays("ann play G2", "ann draw stock", "ben discard R4")
    assert table.sees("ann").taken == ((), ())


# --- 1.5: the end of a round ---


def test_1_5_the_round_stops_when_the_last_card_of_the_stock_is_taken() -> None:
    table = Table()
    table.goes_on(until=1)
    assert table.outcome is None
    table.goes_on()
    assert table.outcome == Outcome((0, 0), (1, 1))
    assert table.codes("ann") == table.codes("ben") == []
    assert ENGINE.to_act(table.state) == frozenset()
    assert table.sees("ann").over and table.sees("ann").turn is None
    assert table.sees("ann").step is None


def test_1_5_the_taker_keeps_the_last_card_and_it_scores_nothing() -> None:
    table = Table(ann="R2")
    table.plays("ann play R2", "ann draw stock")
    table.goes_on()
    assert table.sees("cal").hand_counts == (8, 8) and table.outcome == Outcome((-18, 0), (2, 1))


def test_1_8_L_f_a_round_may_be_stretched_for_ever_by_drawing_from_the_piles() -> None:
    table = Table(ann="R4 B2", ben="G3")
    table.plays("ann discard R4", "ann draw stock")
    discards = ["G3", "B2", "R4"] * 400
    for turn, card in enumerate(discards):
        name = "ben" if turn % 2 == 0 else "ann"
        table.plays(f"{name} discard {card}", f"{name} draw {discards[turn - 1][0]}")
    assert table.sees("cal").stock == 43 and table.outcome is None


# --- 1.6: rounds and the match ---


def test_1_6_the_higher_score_wins() -> None:
    table = Table(ann="R9", ben="G10")
    table.plays("ann play R9", "ann draw stock", "ben play G10", "ben draw stock")
    table.goes_on()
    assert table.outcome == Outcome((-11, -10), (2, 1))


def test_1_8_L_d_level_scores_are_a_draw() -> None:
    table = Table(ann="R9", ben="G9")
    table.plays("ann play R9", "ann draw stock", "ben play G9", "ben draw stock")
    table.goes_on()
    assert table.outcome == Outcome((-11, -11), (1, 1))


def test_1_6_round_scores_are_added_over_three_rounds() -> None:
    table = Table(ann="R2", rounds=3)
    table.plays("ann play R2", "ann draw stock")
    table.goes_on()
    assert table.outcome is None and len(ENGINE.chance(table.state)) == 60
    table.deal(ben="G5")
    table.plays("ben play G5", "ben draw stock")
    table.goes_on()
    table.deal(ben="G5")
    table.goes_on()
    assert table.outcome == Outcome((-18, -15), (2, 1))
    assert [played.scores for played in table.sees("ann").past] == [(-18, 0), (0, -15), (0, 0)]


# --- what is on the table before, between and after the rounds ---


def test_a_view_before_the_deals() -> None:
    state = ENGINE.start(Setup(2))
    view = ENGINE.view(state, 0)
    found = (view.order, view.round, view.starter, view.turn, view.hand, view.stock)
    assert found == ((), 0, None, None, (), 0)
    state = ENGINE.deal(state, ("S1", "S0"))
    assert ENGINE.view(state, 0).order == (1, 0) and ENGINE.view(state, 0).round == 0


def test_a_finished_round_stays_on_the_table_until_the_next_deal() -> None:
    table = Table(ann="R2", rounds=3)
    table.plays("ann play R2", "ann draw stock")
    table.goes_on()
    view = table.sees("ann")
    assert (view.round, view.round_scores, view.totals, view.over) == (1, (-18, 0), (-18, 0), False)
    assert view.past[0].expeditions == view.expeditions
    table.deal()
    view = table.sees("ann")
    assert (view.round, view.round_scores, view.totals) == (2, (0, 0), (-18, 0))


def test_a_view_scores_the_expeditions_as_they_stand() -> None:
    table = Table(ann="Rx")
    table.plays("ann play Rx")
    red = table.sees("ben").expeditions[0][table.sees("ben").suits.index("R")]
    assert (red.cards, red.score, red.bonus) == (("Rx",), -40, False)
    assert table.sees("ben").round_scores == table.sees("ben").totals == (-40, 0)


# --- take-back ---


@pytest.mark.parametrize("seed", range(3))
def test_what_was_put_down_may_be_taken_back_until_a_card_is_drawn(seed: int) -> None:
    played = game("lost_cities", seed)
    position = begin(ENGINE, played.setup)
    for entry in played.entries[:60]:
        position = advance(ENGINE, position, entry)
        if entry.seat is not None:
            drawing = position.state.drawing
            assert (entry.seat in ENGINE.to_act(position.state)) == drawing
            assert not drawing or revealed_nothing(ENGINE, position, entry.seat, Random(seed))
