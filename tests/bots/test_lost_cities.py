"""The bot of Lost Cities: its rounds end, and it knows what good players know."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots.choosing import choose
from games.bots.protocol import LEVELS, Budget, Level
from games.kernel.protocol import Setup
from games.lost_cities.best_actions import Judge, judge
from games.lost_cities.bot import LostCitiesBot, simulated
from games.lost_cities.deck import KINDS, NAMES, SUITS, cards
from games.lost_cities.engine import DISCARD, DRAW, DRAW_STOCK, ENGINE, PLAY
from games.lost_cities.engine import STOCK as STOCK_PILE
from games.lost_cities.state import State
from tests.conformance.playing import game
from tests.kit import tiers
from tests.lost_cities.positions import position, side

BOT = LostCitiesBot()


def chosen(state: State, level: Level = "club", playouts: int = 60) -> str:
    legal = ENGINE.legal_actions(state, 0)
    return choose(BOT, level, ENGINE.view(state, 0), 0, legal, Random(5), Budget(playouts)).code


def start(seed: int, options: dict[str, str]) -> State:
    """Return a dealt state."""
    state, rng = ENGINE.start(Setup(2, options)), Random(seed)
    while due := list(ENGINE.chance(state)):
        rng.shuffle(due)
        state = ENGINE.deal(state, tuple(due))
    return state


BEN = side("Yx B2 W4 G2 R3 R4 B6 W6", "Y2 Y7", "G9")
STOCK = "R10 W8 W5 W6 Gx Gx Gx B4 B5 B9 Y9 Y10 Wx Wx"


def test_with_the_last_turn_the_card_that_pays_most_is_played() -> None:
    ann = side("R9 W8 B2 B3 G4 G5 Y4 W3", "Rx R5 R6 R7", "W2 W5 W7")
    assert chosen(position(ann, BEN, "R10")) == "play R9"
    assert chosen(position(ann, BEN, "R10"), "expert") == "play R9"


def test_what_fits_without_a_gap_is_played_before_what_skips() -> None:
    ann = side("R6 W10 B2 B3 G4 G5 Y4 W3", "R3 R4 R5", "W4 W5")
    assert chosen(position(ann, BEN, "R7 W6 W7 W8 R8 R9 Gx Gx Gx B4 B5")) == "play R6"


def test_no_expedition_is_begun_when_there_is_no_time_to_bring_it_home() -> None:
    """An expedition costs 20 (1.6)."""
    ann = side("R2 R3 W4 W3 B4 B5 G4 G3")
    assert chosen(position(ann, BEN, "R10 W10")).startswith("discard")
    assert chosen(position(ann, BEN, "R10 W10"), "expert").startswith("discard")


@pytest.mark.parametrize("seed", range(3))
def test_nobody_invests_behind_a_lone_card(seed: int) -> None:
    """A policy without this rule won a little more against itself, and now and then laid three
    investments with an 8."""
    state, invested = start(seed, {"rounds": "1"}), 0
    while ENGINE.to_act(state):
        (seat,) = ENGINE.to_act(state)
        view, legal = ENGINE.view(state, seat), ENGINE.legal_actions(state, seat)
        action = choose(BOT, "club", view, seat, legal, Random(seed))
        if action.code.startswith("play ") and action.code.endswith("x"):
            invested += 1
            suit = action.code[-2]
            assert sum(card[0] == suit and card[1] != "x" for card in view.hand) >= 2, action
        state = ENGINE.apply(state, seat, action)
    assert invested


def test_no_search_gives_away_a_9_while_a_useless_card_is_held() -> None:
    """A Master of many playouts did so by luck."""
    ann = side("Yx Wx Wx Wx Gx G4 Rx R9")
    ben = side("Y2 B2 B6 W4 W6 G2 G9 B5", "R3 R7 R8")
    state = position(ann, ben, "R10 W8 W5 B4 B9 Y9 Y10 W2 W3 Y3 Y4 Y5 Y6 B3 B7 B8 B10 G3 G5 G6")
    legal = ENGINE.legal_actions(state, 0)
    looked_at = [line[0].code for line in BOT.candidates(ENGINE.view(state, 0), 0, legal)]
    assert "discard Rx" in looked_at
    assert "discard R9" not in looked_at


def test_the_other_is_not_given_what_it_waits_for() -> None:
    ann = side("Y8 Y9 Y10 G10 G3 W3 B4 R3")
    assert chosen(position(ann, BEN, "R10 W10 W9 W8")) not in (
        "discard Y8",
        "discard Y9",
        "discard Y10",
        "discard G10",
    )


def test_an_expedition_with_the_cards_in_hand_is_begun_while_there_is_time() -> None:
    """Not only when the turns are too few for its cards."""
    ann = side("Rx R5 R6 R7 R8 R9 Y5 B10", "G2 G4", "W2 W3")
    assert chosen(position(ann, BEN, STOCK)) in ("play Rx", "play R5")
    assert chosen(position(ann, BEN, STOCK), "master", playouts=400) in ("play Rx", "play R5")


def test_no_investment_is_played_without_cards_to_follow_it_when_half_the_stock_is_gone() -> None:
    ann = side("Bx Y3 G2 G8 W10 R7 R2 Y4", "G3 G5", "W2 W7")
    assert chosen(position(ann, BEN, STOCK)) != "play Bx"
    assert chosen(position(ann, BEN, STOCK), "master") != "play Bx"


def test_the_other_is_given_what_lies_below_its_expedition() -> None:
    """Y3 and G2 are worth nothing to anybody; Y8 and G10 go on top of what Ben has."""
    ann = side("Y3 Y8 G10 G2 B7 B8 W9 W10")
    assert chosen(position(ann, BEN, STOCK)) in ("discard Y3", "discard G2")


@pytest.mark.parametrize("level", ["expert", "master"])
def test_a_draw_from_a_pile_keeps_the_round_open_for_a_card_that_still_waits(level: Level) -> None:
    """With two cards in the stock, a draw from it lets Ben draw the last one before R10 is laid."""
    ann = side("R10 B2 B3 G4 G5 Y4 W3", "Rx R5 R7 R9")
    assert chosen(position(ann, BEN, "W8 W9", piles="Y3", drawing=True), level) == "draw Y"


def test_no_number_is_skipped_while_draws_from_piles_give_turns_for_all() -> None:
    """Four cards are in the stock, and four numbers of blue wait. The policy skips B7."""
    ann = side("Y8 B7 B8 B9 B10 Wx R8 R9", "Y4 Y7 Y9", "Bx B2 B3 B4", "Gx G7 G8")
    ben = side("W2 W10 Y2 B6 G5 G10 Y6 Y5", "B5", "Wx W4 W6 W7 W8 W9", "Gx G2 G3 G6 G9", "Rx R2 R6")
    state = position(ann, ben, "Y10 G4 W5 R5", piles="Y3 Yx Bx W3 R4 R3")
    assert chosen(state) == "play B8"
    assert chosen(state, "master", playouts=200) == "play B7"


@given(seed=st.integers(0, 2**32), suits=st.sampled_from(["5", "6"]))
@settings(max_examples=tiers.part(15), deadline=None, derandomize=True)
def test_a_simulation_is_played_as_the_rules_say(seed: int, suits: str) -> None:
    """Equal turns in the engine give equal cards, and a simulation that is made from its state
    is the same. The policy's turn is the first of those that the search may compare."""
    state, policy = start(seed, {"suits": suits}), judge(BOT.weights)
    simulation = simulated(state, [policy, policy])
    while state.turn is not None:
        seat, turn = state.turn, simulation.choose(state.turn)
        assert abs(turn.gain - simulation.turns(seat)[0].gain) < 1e-9
        put = (PLAY if turn.play else DISCARD)[turn.suit * KINDS + turn.kind]
        for action in (put, DRAW_STOCK if turn.source == STOCK_PILE else DRAW[turn.source]):
            assert action in ENGINE.legal_actions(state, seat)
            state = ENGINE.apply(state, seat, action)
        simulation.put(seat, turn.suit, turn.kind, turn.play)
        simulation.take(seat, turn.source)
        again = simulated(state, [policy, policy])
        for one, other in zip(simulation.players, again.players, strict=True):
            assert (one.own, one.hand, one.keys, one.waiting) == (
                other.own,
                other.hand,
                other.keys,
                other.waiting,
            )
        assert (simulation.stock, simulation.piles) == (again.stock, again.piles)
    outcome = ENGINE.outcome(state)
    assert outcome and simulation.ahead(0) == outcome.scores[0] - outcome.scores[1]


def test_a_playout_may_begin_with_a_draw() -> None:
    """With one card in the stock the round ends at once."""
    ahead = side("R10 B2 B3 G4 G5 Y4 W3", "R2 R3 R4 R5 R6 R7 R8 R9")
    behind = side("R10 B2 B3 G4 G5 Y4 W3", "Bx Bx Bx")
    for ann in (ahead, behind):
        state = position(ann, BEN, "W8", drawing=True)
        lies = ENGINE.view(state, 0).totals
        assert BOT.playout(state, 0, Random(1)) == lies[0] - lies[1] != 0


def test_a_contest_is_played_by_the_weights_of_each_seat() -> None:
    state, weights = start(4, {}), BOT.weights
    equal = BOT.contest(state, [weights, weights], Random(1))
    other = BOT.contest(state, [weights, weights._replace(reserve=200.0)], Random(1))
    assert equal[0] == -equal[1] and other[0] == -other[1] != equal[0]


def test_what_is_forgotten_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.lost_cities.best_actions.ROOM", 20)
    state, few, many = start(5, {}), Judge(BOT.weights), judge(BOT.weights)
    once, twice = simulated(state, [few, few]), simulated(state, [many, many])
    for seat in (0, 1) * 10:
        turn = once.choose(seat)
        assert turn == twice.choose(seat)
        for simulation in (once, twice):
            simulation.put(seat, turn.suit, turn.kind, turn.play)
            simulation.take(seat, turn.source)


def test_a_card_that_fits_is_taken_from_a_pile() -> None:
    ann = side("R6 W10 B2 B3 G4 G5 Y4", "R3 R4 R5 R7", "W4 W5")
    state = position(ann, BEN, "R10 W6 W7 W8 Gx Gx", piles="R8", drawing=True)
    assert chosen(state, "expert") == "draw R"


def fits(state: State, name: str, seat: int = 0) -> bool:
    """Tell whether a card fits an expedition of a seat that has begun, in numbers."""
    (card,) = cards([name])
    own = state.sides[seat].expeditions[card // 10]
    return bool(own) and card > own[-1]


def test_only_the_best_turn_of_the_policy_may_be_a_gift() -> None:
    """Others are looked at as well, and playouts would prefer some of them by luck."""
    given = 0
    for seed in range(tiers.part(30)):
        for state in game("lost_cities", seed).states:
            if state.turn == 0 and not state.drawing:
                view, legal = ENGINE.view(state, 0), ENGINE.legal_actions(state, 0)
                first, *others = [line[0] for line in BOT.candidates(view, 0, legal)]
                for action in others:
                    verb, card = action.code.split()
                    assert verb == "play" or action == first or not fits(state, card, 1)
                given += first.verb == "discard" and fits(state, first.code.split()[1], 1)
    assert given > tiers.part(20)


@pytest.mark.parametrize("level", LEVELS)
def test_after_a_discard_it_draws_from_a_pile_only_what_fits_better(level: Level) -> None:
    """Each such turn leaves one more fitting card in a hand of eight: so the stock becomes empty
    (see games.lost_cities.bot)."""
    asked = 0
    for seed in range(tiers.part(6)):
        for state in game("lost_cities", seed).states:
            if state.drawing and state.closed and state.turn == 0:
                (thrown,) = [
                    pile[-1] for suit, pile in enumerate(state.piles) if state.closed >> suit & 1
                ]
                code = chosen(state, level, 4)
                if code != "draw stock":
                    taken = ENGINE.view(state, 0).piles[SUITS.index(code[-1])].top
                    assert taken and fits(state, taken) and not fits(state, NAMES[thrown])
                asked += len(ENGINE.legal_actions(state, 0)) > 1
    assert asked > 20


@pytest.mark.parametrize("level", LEVELS[:2])
def test_a_round_ends_even_against_somebody_who_never_draws_from_the_stock(level: Level) -> None:
    state, rng = ENGINE.start(Setup(2)), Random(1)
    for _ in range(600):
        if due := list(ENGINE.chance(state)):
            rng.shuffle(due)
            state = ENGINE.deal(state, tuple(due))
        elif state.turn is None:
            break
        else:
            legal = ENGINE.legal_actions(state, state.turn)
            if state.turn:
                action = next((action for action in legal if action.verb == "discard"), legal[-1])
            else:
                action = choose(BOT, level, ENGINE.view(state, 0), 0, legal, rng)
            state = ENGINE.apply(state, state.turn, action)
    assert ENGINE.outcome(state)


def test_turns_are_searched_whole_and_then_the_draw_again_by_itself() -> None:
    ann = side("Rx R5 R6 R7 R8 R9 Y5 B10", "G2 G4", "W2 W3")
    putting = position(ann, BEN, STOCK, piles="Y3 B9")
    turns = BOT.candidates(ENGINE.view(putting, 0), 0, ENGINE.legal_actions(putting, 0))
    assert len(turns) > 1 and {len(turn) for turn in turns} == {2}
    drawing = position(side("R5 R6 R7 R8 R9 Y5 B10", "Rx"), BEN, STOCK, "Y3 B9", drawing=True)
    draws = BOT.candidates(ENGINE.view(drawing, 0), 0, ENGINE.legal_actions(drawing, 0))
    assert {len(draw) for draw in draws} == {1}
    assert {draw[0].code for draw in draws} == {"draw stock", "draw Y", "draw B"}


def test_the_search_makes_more_playouts_the_shorter_the_stock_is() -> None:
    ann = side("R9 W8 B2 B3 G4 G5 Y4 W3", "Rx R5 R6 R7", "W2 W5 W7")
    late = ENGINE.view(position(ann, BEN, "R10 W10 B4"), 0)
    opening = [ENGINE.view(start(1, {"suits": suits}), 0) for suits in ("5", "6")]
    assert [BOT.often(view) for view in (*opening, late)] == [1.0, 44 / 56, 4.0]


def test_a_playout_ends_with_the_round_and_counts_the_points_of_the_match() -> None:
    """Ann is eleven ahead on the table, and nobody can play a card any more."""
    ann, ben = side("Y2 Y2", "R9 R10"), side("B2 B3", "W3 W5")
    state = position(ann, ben, " ".join(["G2"] * 20))
    assert BOT.playout(state, 0, Random(1)) == 11
    assert BOT.playout(state, 1, Random(1)) == -11


@pytest.mark.parametrize("seed", range(3))
def test_the_policy_tells_what_it_expects_of_each_line_that_is_searched(seed: int) -> None:
    state, asked = start(seed, {}), set()
    while state.turn is not None:
        view, legal = ENGINE.view(state, state.turn), ENGINE.legal_actions(state, state.turn)
        gains, lines = BOT.gains(view, state.turn), BOT.candidates(view, state.turn, legal)
        assert len(gains) == len(lines)
        assert list(gains) == sorted(gains, reverse=True)
        if len(lines) > 1:
            asked.add(view.step)
        state = ENGINE.apply(state, state.turn, lines[0][0])
    assert asked == {"put", "draw"}
