"""The rules of the basic game, read as play. The numbers in the names are those of the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from games.kernel.protocol import BadSetup, IllegalAction, Outcome, Setup
from games.schotten_totten.deck import CARDS, CLAN_NAMES, strength
from games.schotten_totten.engine import ENGINE
from games.schotten_totten.formations import COLOUR_RUN
from tests.schotten_totten.table import Table

# --- 2.1 and 2.2: cards, deal, who starts ---


def test_2_1_six_colours_of_nine_and_nine_stones() -> None:
    state = ENGINE.deal(ENGINE.start(Setup(2)), ("S0", "S1"))
    deck = ENGINE.chance(state)
    assert len(deck) == len(set(deck)) == 54 and {"G1", "B9", "R5", "Y2", "P7", "K3"} <= set(deck)
    view = Table().sees("cal")
    found = (len(view.stones), view.hand_counts, view.clan_deck, view.tactics_deck)
    assert found == (9, (6, 6), 42, 0)


def test_2_1_a_card_is_as_strong_as_its_number() -> None:
    assert all(strength(CARDS[name]) == int(name[1:]) for name in CLAN_NAMES)


def test_2_2_two_players_no_more_no_fewer() -> None:
    for seats in (0, 1, 3):
        with pytest.raises(BadSetup):
            ENGINE.start(Setup(seats))


def test_2_2_hands_are_dealt_whole_in_order_of_play() -> None:
    state = ENGINE.deal(ENGINE.start(Setup(2)), ("S1", "S0"))
    deck = ENGINE.chance(state)
    state = ENGINE.deal(state, deck)
    assert ENGINE.view(state, 1).hand == deck[:6] and ENGINE.view(state, 0).hand == deck[6:12]
    assert ENGINE.to_act(state) == {1} and state.decks == (tuple(range(12, 54)), ())


def test_2_2_T_a_the_seat_deal_says_who_starts() -> None:
    assert Table(order="S0 S1").sees("cal").starter == 0
    assert Table(order="S1 S0").sees("cal").starter == 1 == Table(order="S1 S0").sees("cal").turn


# --- 2.3: the turn ---


def test_2_3_a_hand_card_goes_to_the_own_side_of_a_stone_with_room() -> None:
    table = Table(ann="R1 R2 R3 R4 R5 R6", ben="K1 K2 K3")
    assert set(table.codes("ann")) == {
        f"play R{card}>{stone}" for card in range(1, 7) for stone in range(1, 10)
    }
    assert table.codes("ben") == []
    table.lays("ann R1>4", "ben K1>4", "ann R2>4", "ben K2>4", "ann R3>4", "ben K3>1")
    assert "play R4>4" not in table.codes("ann") and "play R4>1" in table.codes("ann")
    assert table.sees("ben").stones[3].sides[0].cards == ("R1", "R2", "R3")


def test_2_3_then_one_card_is_drawn_also_when_that_is_the_only_choice() -> None:
    table = Table(ann="R1 R2 R3 R4 R5 R6 B9")
    table.plays("ann play R1>4")
    assert table.codes("ann") == ["draw clan"] and table.sees("ann").step == "claim"
    table.plays("ann draw clan")
    assert "B9" in table.sees("ann").hand and table.sees("cal").turn == 1
    assert table.sees("cal").step == "play"


@pytest.mark.parametrize(
    "code",
    [
        "draw clan",
        "end",
        "pass",
        "claim 1",
        "play B1>1",
        "play R1>10",
        "play R1>0",
        "play R1",
        "draw tactics",
    ],
)
def test_2_3_everything_else_is_refused(code: str) -> None:
    table = Table(ann="R1", ben="B1")
    with pytest.raises(IllegalAction):
        table.plays(f"ann {code}")


def stubborn(table: Table, *, until: int) -> None:
    """Play on without claims: each seat lays its first card on the first stone with room, until a
    hand is that small."""
    while table.sees("cal").hand_counts[table.sees("cal").turn or 0] > until:
        name = "ben" if table.sees("cal").turn else "ann"
        table.lays(f"{name} {table.codes(name, 'play')[0].removeprefix('play ')}")


def test_2_3_when_the_deck_is_empty_play_goes_on_without_drawing() -> None:
    table = Table()
    stubborn(table, until=5)
    assert table.sees("cal").clan_deck == 0 and table.sees("cal").hand_counts == (5, 5)
    assert table.sees("cal").turn == 0
    table.plays(f"ann {table.codes('ann')[0]}")
    assert "end" in table.codes("ann") and not table.codes("ann", "draw")


def without_room() -> Table:
    """Return a table where Ben holds stones 1, 2, 4 and 5, where Ann has no card; her side of the
    others is full."""
    table = Table(
        ann="P1 P2 P3 P4 P5 P6 P7 P8 P9 K1 K2 K3 K4 K5 K6 G1",
        ben="R7 R8 R9 G7 G8 G9 B7 B8 B9 Y7 Y8 Y9 G4 G5 G6",
    )
    anns = zip(
        "P1 P2 P3 P4 P5 P6 P7 P8 P9 K1 K2 K3 K4 K5 K6".split(), "333666777888999", strict=True
    )
    bens = zip(
        "R7 R8 R9 G7 G8 G9 B7 B8 B9 Y7 Y8 Y9 G4 G5 G6".split(), "111222444555333", strict=True
    )
    for (own, at), (his, there) in zip(anns, bens, strict=True):
        table.lays(f"ann {own}>{at}")
        table.plays(f"ben play {his}>{there}")
        if his in ("R9", "G9", "B9", "Y9"):
            table.plays(f"ben claim {there}")
        table.plays("ben draw clan")
    return table


def test_2_3_T_b_who_can_place_no_card_passes_may_claim_and_draws() -> None:
    table = without_room()
    assert table.codes("ann") == ["pass"]
    table.plays("ann pass")
    assert table.codes("ann")[-1] == "draw clan" and table.codes("ann", "claim")
    assert not table.codes("ann", "end")
    table.plays("ann draw clan")
    assert table.sees("cal").hand_counts == (7, 6), "a hand may grow past six"


def test_2_3_T_b_an_empty_hand_passes() -> None:
    table = Table()
    stubborn(table, until=0)
    assert table.codes("ann") == ["pass"]
    table.plays("ann pass")
    assert table.codes("ann")[-1] == "end" and not table.codes("ann", "draw")


# --- 2.5: claiming ---


def red_run(theirs: str = "P1>9 P2>9", *, ann: str = "R6 R7 R8", more: str = "") -> Table:
    """Return a table where Ann has laid three cards at stone 3, and Ben two where the test says;
    she has not drawn yet."""
    cards = ann.split()
    table = Table(ann=f"{ann} {more}", ben=" ".join(lay.split(">")[0] for lay in theirs.split()))
    for card, lay in zip(cards, theirs.split(), strict=False):
        table.lays(f"ann {card}>3", f"ben {lay}")
    table.plays(f"ann play {cards[-1]}>3")
    return table


def test_2_5_the_strongest_formation_is_proved_against_an_empty_side() -> None:
    table = red_run(ann="R7 R8 R9")
    assert table.codes("ann") == ["claim 3", "draw clan"]
    table.plays("ann claim 3")
    assert table.sees("ben").stones[2].owner == 0 and table.codes("ann") == ["draw clan"]


def test_2_5_a_completion_that_only_equals_mine_does_not_stop_the_claim() -> None:
    table = red_run(ann="R7 R8 R9")
    proof = table.why("ann", 3)
    assert proof and (proof.verdict, proof.mine, proof.theirs) == (
        "earlier",
        (COLOUR_RUN, 24),
        (COLOUR_RUN, 24),
    )


def test_2_5_a_better_completion_of_unseen_cards_stops_it() -> None:
    table = red_run(ann="R6 R7 R8")
    assert table.codes("ann") == ["draw clan"]
    proof = table.why("ann", 3)
    assert proof
    assert (proof.proved, proof.verdict, proof.theirs) == (False, "beaten", (COLOUR_RUN, 24))
    assert proof.cards == ("G7", "G8", "G9")


def test_2_5_cards_in_the_own_hand_count_as_unseen() -> None:
    table = red_run("B8>3 B9>3", more="B7")
    proof = table.why("ann", 3)
    assert "claim 3" not in table.codes("ann") and proof and proof.cards == ("B7",)


def test_2_5_cards_anywhere_on_the_table_are_seen() -> None:
    table = red_run("B8>3 B9>3", more="B7")
    table.plays("ann draw clan")
    table.lays("ben x>9")
    table.plays("ann play B7>9")
    assert "claim 3" in table.codes("ann")


def test_2_5_two_cards_are_never_enough() -> None:
    table = Table(ann="R8 R9 K1", ben="B1 G2 P4")
    table.lays("ann R8>3", "ben B1>3", "ann R9>3", "ben G2>3", "ann x>1", "ben P4>3")
    assert table.why("ann", 3) is None
    table.plays("ann play K1>1")
    assert table.codes("ann", "claim") == []


def test_2_5_both_complete_the_better_side_may_claim() -> None:
    table = Table(ann="R2 R3 R4 K1", ben="B1 B2 B3")
    table.lays("ann R2>3", "ben B1>3", "ann R3>3", "ben B2>3", "ann R4>3")
    table.plays("ben play B3>3")
    assert table.codes("ben", "claim") == []
    table.plays("ben draw clan", "ann play K1>9")
    assert table.codes("ann", "claim") == ["claim 3"]


def test_2_4_equal_formations_go_to_the_side_whose_third_card_came_earlier() -> None:
    table = Table(ann="R2 R3 R4", ben="B2 B3 B4")
    table.lays("ann R2>3", "ben B2>3", "ann R3>3", "ben B3>3", "ann R4>3")
    table.plays("ben play B4>3")
    late = table.why("ben", 3)
    assert late and (late.proved, late.verdict, late.cards) == (False, "later", ())
    assert table.sees("cal").stones[2].first == 0 and table.codes("ben", "claim") == []
    table.plays("ben draw clan", "ann play K1>9")
    early = table.why("ann", 3)
    assert early and early.verdict == "earlier" and table.codes("ann", "claim") == ["claim 3"]


def test_2_5_a_claimed_stone_is_closed_and_its_cards_stay() -> None:
    table = red_run(ann="R7 R8 R9")
    table.plays("ann claim 3", "ann draw clan")
    assert not [code for code in table.codes("ben") if code.endswith(">3")]
    assert table.sees("ben").stones[2].sides[0].cards == ("R7", "R8", "R9")
    assert table.why("ann", 3) is None


def test_2_5_any_number_of_claims_one_after_another() -> None:
    table = Table(ann="R7 R8 R9 G7 G8 G9", ben="P1 P2 P3 P4 P5")
    lays = zip("R7>3 R8>3 R9>3 G7>5 G8>5".split(), "P1>9 P2>9 P3>9 P4>8 P5>8".split(), strict=True)
    table.lays(*[line for own, his in lays for line in (f"ann {own}", f"ben {his}")])
    table.plays("ann play G9>5")
    assert table.codes("ann", "claim") == ["claim 3", "claim 5"]
    table.plays("ann claim 5", "ann claim 3")
    assert table.codes("ann") == ["draw clan"]


def test_2_5_drawing_closes_the_claims() -> None:
    table = red_run(ann="R7 R8 R9")
    table.plays("ann draw clan")
    assert table.codes("ann") == [] and not table.codes("ben", "claim")


# --- 2.6: the end ---

RUNS = "R7 R8 R9 G7 G8 G9 B7 B8 B9 Y7 Y8 Y9 P7 P8 P9".split()
JUNK = "K1 K2 K3 K4 K5 K6 P1 P2 P3 P4 P5 P6 Y1 Y2".split()
CORNERS = "88899966633377"  # where Ben's cards do not matter


def anns_runs(stones: str, **options: int) -> Table:
    """Let Ann lay the strongest runs on these stones, one after another, without a claim. Ben's
    cards are worth little."""
    table = Table(ann=" ".join(RUNS), ben=" ".join(JUNK), **options)
    lay_runs(table, stones)
    return table


def lay_runs(table: Table, stones: str) -> None:
    places = [stone for stone in stones for _ in range(3)]
    for turn, stone in enumerate(places):
        if turn == len(places) - 1:
            table.plays(f"ann play {RUNS[turn]}>{stone}")
        else:
            table.lays(f"ann {RUNS[turn]}>{stone}", f"ben {JUNK[turn]}>{CORNERS[turn]}")


def test_2_6_three_adjacent_stones_win_at_once() -> None:
    table = anns_runs("123")
    table.plays("ann claim 1", "ann claim 3")
    assert table.outcome is None and table.sees("cal").winning == ((1,), ())
    table.plays("ann claim 2")
    assert table.outcome == Outcome((5, 0), (1, 2)) and table.sees("cal").past[0].by == "adjacent"
    assert table.codes("ann") == [] == table.codes("ben") and table.sees("cal").turn is None


def test_2_6_five_stones_win_in_the_middle_of_a_claim_step() -> None:
    table = anns_runs("12457")
    table.plays("ann claim 1", "ann claim 2", "ann claim 4", "ann claim 7")
    assert table.outcome is None and table.sees("cal").winning[0] == (2, 4, 5, 7, 8)
    table.plays("ann claim 5")
    assert table.outcome == Outcome((5, 0), (1, 2)) and table.sees("cal").past[0].by == "five"


def test_2_6_T_e_both_pass_and_neither_claims_the_complete_stones_are_awarded() -> None:
    table = Table()
    stubborn(table, until=0)
    table.plays("ann pass", "ann end")
    assert table.outcome is None and table.sees("cal").idle == 1
    table.plays("ben pass", "ben end")
    view = table.sees("cal")
    assert view.past[0].by in ("adjacent", "five") and table.outcome
    awarded = [stone for stone, at in enumerate(view.stones) if at.owner is not None]
    assert awarded == list(range(len(awarded))), "from stone 1 on, until the round is won"


def test_2_6_T_e_a_claim_keeps_the_round_going() -> None:
    table = Table(ann="G7 G8 G9")
    stubborn(table, until=0)
    table.plays("ann pass", "ann claim 1", "ann end")
    assert table.sees("cal").idle == 0
    table.plays("ben pass", "ben end")
    assert table.outcome is None and table.sees("cal").turn == 0 and table.sees("cal").idle == 1


def test_2_6_the_winner_of_a_round_gets_five_the_other_one_for_each_stone() -> None:
    table = without_room()
    table.plays("ann pass", "ann claim 7", "ann draw clan")
    assert table.sees("cal").winning == ((), (2, 5, 7, 8)) and table.outcome is None
    table.plays(f"ben {table.codes('ben', 'play')[0]}", "ben claim 3")
    assert table.outcome == Outcome((1, 5), (2, 1))


def test_2_6_match_points_are_added_over_the_rounds_and_starters_alternate() -> None:
    table = anns_runs("123", rounds=2)
    table.plays("ann claim 1", "ann claim 2", "ann claim 3")
    view = table.sees("cal")
    assert table.outcome is None and view.points == (5, 0) and view.round == 1
    assert view.stones[0].owner == 0
    assert Counter(ENGINE.chance(table.state)).total() == 54
    table.deal(ann=" ".join(RUNS), ben=" ".join(["Y3", *JUNK]))
    view = table.sees("cal")
    assert (view.starter, view.turn, view.round, view.past[0].starter) == (1, 1, 2, 0)
    table.lays("ben Y3>7")
    lay_runs(table, "123")
    table.plays("ann claim 1", "ann claim 2", "ann claim 3")
    assert table.outcome == Outcome((10, 0), (1, 2))
    assert [result.points for result in table.sees("ann").past] == [(5, 0), (5, 0)]


def test_2_6_all_rounds_are_played_also_when_the_match_is_decided() -> None:
    table = Table(rounds=3)
    for round_ in range(3):
        assert table.outcome is None and table.sees("cal").round == round_ + 1
        assert table.sees("cal").starter == round_ % 2
        stubborn(table, until=0)
        names = ("ben", "ann") if round_ % 2 else ("ann", "ben")
        table.plays(*[f"{name} {code}" for name in names for code in ("pass", "end")])
        if table.outcome is None:
            table.deal()
    assert table.outcome and len(table.sees("cal").past) == 3
