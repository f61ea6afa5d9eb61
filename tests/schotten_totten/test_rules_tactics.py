"""The rules of the tactics variant, read as play. The numbers in the names are those of the
rules."""

from __future__ import annotations

import pytest

from games.kernel.protocol import Setup
from games.schotten_totten.engine import ENGINE
from games.schotten_totten.formations import COLOUR, COLOUR_RUN, KIND, SUM
from games.schotten_totten.state import BARE
from tests.schotten_totten.table import Table


def holding(tactics: str, ann: str = "", ben: str = "", turns: int = 0) -> Table:
    """Return a table where Ann and Ben have drawn these cards in turn, each for a card laid at
    stone 9 or 8. Ann is to act."""
    table = Table(ann, ben, tactics)
    for turn in range(turns or len(tactics.split())):
        table.lays(f"{'ben' if turn % 2 else 'ann'} x>{9 - turn // 3}", draw="tactics")
    if table.sees("cal").turn:
        table.lays("ben x>8")
    return table


def stones(*codes: str) -> str:
    return "".join(code[-1] for code in codes)


# --- the deck, the turn ---


def test_2_8_seven_cards_and_two_decks_the_tactics_cards_are_dealt_second() -> None:
    state = ENGINE.deal(ENGINE.start(Setup(2, {"tactics": "on"})), ("S1", "S0"))
    clan = ENGINE.chance(state)
    state = ENGINE.deal(state, clan)
    assert ENGINE.to_act(state) == frozenset() and ENGINE.view(state, 1).hand == clan[:7]
    assert ENGINE.view(state, 1).round == 1
    assert ENGINE.chance(state) == (
        "joker1",
        "joker2",
        "spy",
        "shield",
        "blind",
        "mud",
        "recruiter",
        "strategist",
        "banshee",
        "traitor",
    )
    view = ENGINE.view(ENGINE.deal(state, ENGINE.chance(state)), None)
    assert (view.turn, view.hand_counts, view.clan_deck, view.tactics_deck) == (1, (7, 7), 40, 10)


def test_2_8_the_card_is_drawn_from_either_deck() -> None:
    table = Table(tactics="spy")
    table.lays("ann x>1", "ben x>1")
    table.plays(f"ann {table.codes('ann', 'play')[0]}")
    assert table.codes("ann") == ["draw clan", "draw tactics"]
    table.plays("ann draw tactics")
    assert "spy" in table.sees("ann").hand and table.sees("ben").tactics_counts == (1, 0)


def test_2_8_an_empty_deck_cannot_be_chosen() -> None:
    table = Table(tactics="")
    for turn in range(10):
        table.lays(f"{'ben' if turn % 2 else 'ann'} x>{turn // 4 + 1}", draw="tactics")
    table.plays(f"ann {table.codes('ann', 'play')[0]}")
    assert table.codes("ann") == ["draw clan"]
    assert table.sees("cal").tactics_deck == 0


def test_2_8_at_most_one_tactics_card_more_than_the_other() -> None:
    table = holding("spy mud shield")
    assert table.codes("ann", "play spy") and table.codes("ann", "play shield")
    table.lays("ann spy>1", "ben x>1")
    assert not table.codes("ann", "play shield") and table.sees("cal").played == (1, 0)
    table.lays("ann x>1", "ben mud>7", "ann shield>1")
    assert table.sees("cal").played == (2, 1)


def test_2_8_T_n_a_card_that_was_removed_counts_as_played() -> None:
    table = holding("spy banshee shield")
    table.lays("ann spy>1")
    table.plays("ben banshee spy", "ben draw clan")
    assert table.sees("cal").played == (1, 1) and table.codes("ann", "play shield")
    table.lays("ann shield>1", "ben x>2")
    assert table.sees("cal").played == (2, 1)


def test_2_8_who_can_play_a_clan_card_may_not_pass() -> None:
    table = holding("spy")
    assert "pass" not in table.codes("ann")


def test_2_8_who_has_only_tactics_cards_may_pass_or_play_one() -> None:
    table = holding("spy mud")
    *clan, spy = table.state.hands[0]
    table.state = table.state._replace(
        hands=((spy,), table.state.hands[1]), decks=((*table.state.decks[0], *clan), ())
    )
    assert table.codes("ann")[-1] == "pass" and table.codes("ann", "play spy")
    table.plays("ann pass", "ann draw clan")
    while table.sees("cal").turn == 0:
        assert set(table.codes("ann")) == {"draw clan"}, "up to seven cards, one entry each"
        table.plays("ann draw clan")
    assert table.sees("cal").hand_counts[0] == 7


def test_2_8_after_a_pass_with_a_full_hand_nothing_is_drawn() -> None:
    table = holding("spy mud")
    table.state = table.state._replace(hands=(tuple(range(55, 62)), table.state.hands[1]))
    table.plays("ann pass")
    assert table.codes("ann") == ["end"]


# --- elite troops ---


def worth(table: Table, name: str, stone: int) -> tuple[int, int] | None:
    return table.sees("cal").stones[stone - 1].sides[0 if name == "ann" else 1].formation


@pytest.mark.parametrize(
    ("elite", "clan", "formation"),
    [
        ("joker1", "R8 R9", (COLOUR_RUN, 24)),
        ("joker1", "R7 R8", (COLOUR_RUN, 24)),
        ("joker2", "R5 B5", (KIND, 15)),
        ("joker1", "R9 R3", (COLOUR, 21)),
        ("spy", "R8 R6", (COLOUR_RUN, 21)),
        ("spy", "R7 B7", (KIND, 21)),
        ("spy", "R9 R1", (COLOUR, 17)),
        ("shield", "R1 R2", (COLOUR_RUN, 6)),
        ("shield", "R4 R5", (COLOUR_RUN, 12)),
        ("shield", "R2 B2", (KIND, 6)),
        ("shield", "R9 R8", (COLOUR, 20)),
        ("shield", "R9 B8", (SUM, 20)),
    ],
)
def test_2_8_elite_troops_are_what_is_best_for_their_owner(
    elite: str, clan: str, formation: tuple[int, int]
) -> None:
    table = holding(elite, ann=clan)
    first, second = clan.split()
    table.lays(f"ann {first}>1", "ben x>7", f"ann {second}>1", "ben x>7")
    table.plays(f"ann play {elite}>1")
    assert worth(table, "ann", 1) == formation


def test_2_8_T_k_the_joker_may_be_a_card_that_lies_there_already() -> None:
    table = holding("joker1", ann="R7 R8 K1", ben="R9")
    table.lays("ann R7>1", "ben R9>7", "ann R8>1", "ben x>7")
    table.plays("ann play joker1>1")
    assert worth(table, "ann", 1) == (COLOUR_RUN, 24) and "claim 1" in table.codes("ann")


def test_2_8_T_j_one_joker_for_each_player() -> None:
    table = holding("joker1 mud joker2 blind spy")
    table.lays("ann joker1>1", "ben mud>5")
    assert not table.codes("ann", "play joker2") and table.codes("ann", "play spy")
    assert table.sees("cal").jokers == (True, False)


def test_2_8_T_j_also_after_the_first_one_is_gone() -> None:
    table = holding("joker1 banshee joker2")
    table.lays("ann joker1>1")
    table.plays("ben banshee joker1", "ben draw clan")
    assert not table.codes("ann", "play joker2") and "joker1" in table.sees("ann").discards


def test_2_8_an_open_place_beside_an_elite_troop_is_reckoned_with() -> None:
    table = holding("shield joker1", ann="R5 R6 R7", ben="B9")
    table.lays("ann R5>1", "ben joker1>1", "ann R6>1", "ben B9>1")
    table.plays("ann play R7>1")
    proof = table.why("ann", 1)
    assert proof and (proof.verdict, proof.theirs) == ("beaten", (COLOUR_RUN, 24))
    assert proof.cards in (("B7",), ("B8",))


# --- combat modes ---


def test_2_8_blind_mans_bluff_only_the_sum_counts() -> None:
    table = holding("blind", ann="R1 R2 R3", ben="G9 B5")
    table.lays("ann R1>1", "ben G9>1", "ann R2>1", "ben B5>1", "ann R3>1", "ben x>8")
    table.plays("ann play blind>1")
    assert worth(table, "ann", 1) == (SUM, 6) and "claim 1" not in table.codes("ann")
    proof = table.why("ann", 1)
    assert proof and proof.verdict == "beaten" and proof.theirs and proof.theirs.rank == SUM


def test_2_8_mud_fight_needs_four_cards_on_both_sides() -> None:
    table = holding("mud", ann="R6 R7 R8 R9")
    table.lays("ann R7>1", "ben x>8", "ann R8>1", "ben x>8", "ann R9>1", "ben x>7")
    table.plays("ann play mud>1")
    stone = table.sees("cal").stones[0]
    assert (stone.size, stone.first, stone.sides[0].formation) == (4, None, None)
    assert table.codes("ann", "claim") == []
    table.plays("ann draw clan")
    table.lays("ben x>7")
    table.plays("ann play R6>1")
    assert worth(table, "ann", 1) == (COLOUR_RUN, 30) and "claim 1" in table.codes("ann")


def test_2_8_T_p_the_time_in_a_mud_fight_is_that_of_the_fourth_card() -> None:
    table = holding("mud", ann="R1 R2 R3 R4", ben="B1 B2 B3 B4")
    table.lays("ann R1>1", "ben B1>1", "ann R2>1", "ben B2>1", "ann R3>1", "ben B3>1", "ann mud>1")
    table.plays("ben play B4>1")
    assert table.sees("cal").stones[0].first == 1
    table.plays("ben draw clan", "ann play R4>1")
    assert "claim 1" not in table.codes("ann")
    proof = table.why("ann", 1)
    assert proof and proof.verdict == "later"


def test_2_8_both_modes_may_share_a_stone() -> None:
    table = holding("mud blind", ann="R1 R2 R3")
    table.lays("ann mud>1", "ben blind>1")
    stone = table.sees("cal").stones[0]
    assert stone.mud and stone.blind and stone.size == 4


def test_2_8_T_o_a_mode_goes_to_any_unclaimed_stone_also_a_full_one() -> None:
    table = holding("blind mud", ann="R7 R8 R9", ben="B1 B2 B3")
    table.lays("ann R7>1", "ben B1>1", "ann R8>1", "ben B2>1", "ann R9>1", "ben B3>1")
    assert stones(*table.codes("ann", "play blind")) == "123456789"
    table.plays(f"ann {table.codes('ann', 'play')[0]}", "ann claim 1", "ann draw clan")
    assert stones(*table.codes("ben", "play mud")) == "23456789"


# --- ruses ---


def test_2_8_the_recruiter_draws_three_and_puts_two_back() -> None:
    table = holding("recruiter mud spy", ann="R7")
    table.lays("ann x>1", "ben x>1")
    table.plays("ann recruiter")
    assert (table.sees("ben").step, table.sees("ben").due) == ("recruit", 3)
    assert table.codes("ann") == ["draw clan", "draw tactics"]
    table.plays("ann draw clan", "ann draw tactics", "ann draw clan")
    assert (table.sees("ben").step, table.sees("ben").due) == ("return", 2)
    assert table.codes("ann") == [f"return {card}" for card in table.sees("ann").hand]
    clan, tactics = table.sees("cal").clan_deck, table.sees("cal").tactics_deck
    table.plays("ann return R7", "ann return spy")
    view = table.sees("cal")
    assert (view.clan_deck, view.tactics_deck, view.hand_counts[0]) == (clan + 1, tactics + 1, 7)
    assert table.codes("ann") == ["end"] and view.discards == ("recruiter",), (
        "the hand is seven again: nothing is drawn"
    )


def test_2_8_T_q_returned_cards_lie_under_their_deck_in_the_order_chosen() -> None:
    table = holding("recruiter", ann="R7 R8")
    table.plays(
        "ann recruiter",
        "ann draw clan",
        "ann draw clan",
        "ann draw clan",
        "ann return R8",
        "ann return R7",
    )
    assert table.sees("ann").buried == ("R8", "R7")
    assert table.sees("ben").buried == () == table.sees("cal").buried
    assert table.state.decks[0][-2:] == (25, 24)


def test_2_8_T_q_the_recruiter_draws_what_there_is_and_step_3_tops_up() -> None:
    table = holding("recruiter", ann="R7 R8")
    table.state = table.state._replace(decks=(table.state.decks[0][:1], ()))
    table.plays("ann recruiter", "ann draw clan")
    assert table.sees("ann").step == "return"
    table.plays("ann return R7", "ann return R8")
    assert table.codes("ann") == ["draw clan"]
    table.plays("ann draw clan")
    assert table.codes("ann") == ["draw clan"], "five cards, six, seven"
    table.plays("ann draw clan")
    assert table.sees("cal").turn == 1 and table.sees("ann").buried == ()


def test_2_8_the_recruiter_needs_no_card_in_the_decks() -> None:
    table = holding("recruiter")
    table.state = table.state._replace(
        decks=((), ()), hands=(table.state.hands[0][-2:], table.state.hands[1])
    )
    table.plays("ann recruiter")
    assert (table.sees("ann").step, table.sees("ann").due) == ("return", 1), (
        "no more than there are in the hand"
    )
    table.plays(f"ann {table.codes('ann')[0]}")
    assert table.codes("ann") == ["draw clan"]


def test_2_8_the_strategist_moves_an_own_card_to_another_stone_with_room() -> None:
    table = holding("strategist", ann="R1 R2 R3 R4")
    table.lays(
        "ann R1>1", "ben x>1", "ann R2>1", "ben x>1", "ann R3>1", "ben x>1", "ann R4>2", "ben x>2"
    )
    assert stones(*table.codes("ann", "strategist R4>")) == "3456789t", (
        "not where it lies, not to a full side"
    )
    assert stones(*table.codes("ann", "strategist R1>")) == "23456789t"
    table.plays("ann strategist R1>2")
    at = table.sees("cal").stones
    assert (at[0].sides[0].cards, at[1].sides[0].cards) == (("R2", "R3"), ("R4", "R1"))
    assert table.sees("cal").discards == ("strategist",) and at[0].first == 1


def test_2_8_the_strategist_may_discard_it() -> None:
    table = holding("strategist spy shield", ann="R1")
    table.lays("ann R1>1", "ben x>1", "ann shield>1", "ben spy>1")
    assert "strategist shield>out" in table.codes("ann")
    assert "strategist spy>out" not in table.codes("ann")
    table.plays("ann strategist shield>out")
    assert table.sees("cal").discards == ("strategist", "shield"), "the ruse before its victim"


def test_2_8_the_banshee_discards_a_card_of_the_other() -> None:
    table = holding("banshee spy", ann="R1", ben="B1")
    table.lays("ann R1>1", "ben B1>1", "ann x>1", "ben spy>1")
    assert {"banshee B1", "banshee spy"} <= set(table.codes("ann"))
    assert "banshee R1" not in table.codes("ann")
    table.plays("ann banshee B1")
    assert table.sees("cal").discards == ("banshee", "B1")
    assert table.sees("cal").stones[0].sides[1].cards == ("spy",)


def test_2_5_T_c_discarded_clan_cards_are_seen() -> None:
    table = holding("banshee", ann="R6 R7 R8", ben="B7 B8 B9")
    table.lays("ann R6>1", "ben B7>1", "ann R7>1", "ben B8>1", "ann R8>1", "ben x>1")
    table.plays("ann banshee B8")
    assert "B8" not in table.sees("cal").unseen


def test_2_8_T_t_a_side_that_lost_a_card_is_incomplete_and_gets_a_new_time() -> None:
    table = holding("spy banshee", ann="R1 R2 R3 R4", ben="B1 B2 B3")
    table.lays("ann R1>1", "ben B1>1", "ann R2>1", "ben B2>1", "ann R3>1", "ben B3>1", "ann x>7")
    assert table.sees("cal").stones[0].first == 0
    table.plays("ben banshee R3")
    assert table.sees("cal").stones[0].first == 1
    assert table.sees("cal").stones[0].sides[0].formation is None
    table.plays("ben draw clan", "ann play R4>1")
    assert table.sees("cal").stones[0].first == 1


def test_2_8_the_traitor_takes_a_clan_card_to_the_own_side() -> None:
    table = holding("traitor spy", ann="R7 R8", ben="R9")
    table.lays("ann R7>1", "ben R9>1", "ann R8>1", "ben spy>1")
    assert not table.codes("ann", "traitor spy")
    assert stones(*table.codes("ann", "traitor R9>"))[0] == "1"
    table.plays("ann traitor R9>1")
    stone = table.sees("cal").stones[0]
    assert [side.cards for side in stone.sides] == [("R7", "R8", "R9"), ("spy",)]
    assert stone.first == 0
    assert "claim 1" in table.codes("ann"), "claims follow a ruse as usual"
    assert table.sees("cal").discards == ("traitor",)


def test_2_8_T_s_a_ruse_needs_a_target() -> None:
    for ruse in ("strategist", "banshee", "traitor"):
        table = holding(ruse)
        assert table.codes("ann", ruse)
        table.state = table.state._replace(stones=BARE)
        assert not table.codes("ann", ruse)
    assert holding("recruiter").codes("ann", "recruiter") == ["recruiter"]


def test_2_8_ruses_do_not_reach_claimed_stones() -> None:
    table = holding("traitor mud banshee strategist", ann="R7 R8 R9", ben="B1 B2")
    table.lays("ann R7>1", "ben B1>1", "ann R8>1", "ben B2>1")
    table.plays("ann play R9>1", "ann claim 1", "ann draw clan")
    assert not table.codes("ben", "strategist B1")
    table.lays("ben x>2")
    assert not table.codes("ann", "banshee B1") and not table.codes("ann", "traitor B1")
    assert table.codes("ann", "banshee")
    assert not [code for code in table.codes("ann", "traitor") if code.endswith(">1")]


# --- what a seat knows of the cards it has put back ---


def test_2_8_what_the_other_draws_of_the_returned_cards_is_known_until_it_is_played() -> None:
    table = holding("recruiter", ann="R7 R8")
    table.state = table.state._replace(decks=(table.state.decks[0][:3], ()))
    table.plays(
        "ann recruiter",
        "ann draw clan",
        "ann draw clan",
        "ann draw clan",
        "ann return R7",
        "ann return R8",
        "ann end",
    )
    table.lays("ben x>7")
    assert (table.sees("ann").buried, table.sees("ann").known) == (("R8",), ("R7",))
    assert "R7" in table.sees("ben").hand and table.sees("ben").known == ()
    table.lays("ann x>7")
    assert table.sees("ann").buried == () and "R8" in table.sees("ann").hand
    table.lays("ben R7>6")
    assert table.sees("ann").known == ()
