"""The bot of Schotten Totten: it makes every claim that is proved, and plays every variant."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots.choosing import choose
from games.bots.protocol import LEVELS, Budget, Level
from games.kernel.protocol import Setup
from games.schotten_totten.actions import DRAW, NONE, OUT, Action
from games.schotten_totten.bot import SchottenTottenBot, fit
from games.schotten_totten.deck import CARDS, EVERY, as_bits
from games.schotten_totten.engine import ENGINE
from games.schotten_totten.evaluation import ended, value
from games.schotten_totten.policy import Policy, turn
from games.schotten_totten.simulation import Move, Simulation
from games.schotten_totten.state import State
from tests.conformance.playing import game, setups
from tests.kit import tiers
from tests.schotten_totten.table import Table

BOT = SchottenTottenBot()
levels = pytest.mark.parametrize("level", LEVELS)


def chosen(state: State, level: Level = "club") -> str:
    seat = state.turn.seat
    assert seat is not None
    view, legal = ENGINE.view(state, seat), ENGINE.legal_actions(state, seat)
    return choose(BOT, level, view, seat, legal, Random(5), Budget(60)).code


@levels
def test_what_is_provable_is_claimed_at_once(level: Level) -> None:
    """A stone that is won cannot be lost any more (2.5, and 2.9 before playing)."""
    claimed = 0
    for number in range(4):  # one round, with and without tactics cards, claims before and after
        for state in game("schotten_totten", 1, number).states:
            seat = state.turn.seat
            if seat is not None and any(
                action.verb == "claim" for action in ENGINE.legal_actions(state, seat)
            ):
                assert chosen(state, level).startswith("claim")
                claimed += 1
    assert claimed > 12


def test_a_run_of_one_colour_is_completed() -> None:
    """The other side could still take the stone, and no stone is to be begun."""
    table = Table("R7 R8 R9 G1 B2 Y3", "K7 K8 K9 P5 G6 B8")
    table.lays("ann R8>5", "ben K8>5", "ann R9>5", "ben K9>5")
    assert chosen(table.state) == "play R7>5"


def test_of_stones_that_look_alike_one_is_tried() -> None:
    """All stones are bare but one, so a card has two places."""
    table = Table("R7 R8 R9 G1 B2 Y3", "K7 K8 K9 P5 G6 B8")
    table.lays("ann R8>5", "ben K8>5")
    seat = table.state.turn.seat
    assert seat is not None
    found = BOT.candidates(
        ENGINE.view(table.state, seat), seat, ENGINE.legal_actions(table.state, seat)
    )
    assert len(found) == 10
    assert max(Counter(line[0].card for line in found).values()) == 2


def test_strong_cards_do_not_go_where_the_other_cannot_be_beaten() -> None:
    table = Table("R7 R8 G9 G1 B2 Y3", "K9 K8 K7 P5 G6 B8")
    table.lays("ann G1>2", "ben K9>2", "ann B2>3", "ben K8>2", "ann Y3>3", "ben K7>2")
    assert not chosen(table.state, "expert").endswith(">2")


SEARCHING = pytest.mark.parametrize("level", ["club", "master"])


def holding(tactics: str) -> Table:
    """Ann has a card at one stone, Ben at another, and she has drawn this tactics card."""
    table = Table("R7 R8 G2 G5 B2 Y3 P9", "K7 K8 K4 P5 G6 B8 Y1", tactics)
    table.lays("ann R7>5", draw="tactics")
    table.lays("ben K8>3")
    return table


@SEARCHING
def test_the_strategist_is_not_spent_on_the_only_card(level: Level) -> None:
    assert chosen(holding("strategist").state, level).startswith("play")


def test_the_strategist_does_not_discard_a_lone_card() -> None:
    """However poor it is: its place alone is worth nothing."""
    table = Table("R1 R8 G2 G5 B2 Y3 P9", "K7 K8 K4 P5 G6 B8 Y1", "strategist")
    table.lays("ann R1>5", draw="tactics")
    table.lays("ben K8>5")
    moves = [move for _, move in Policy(Simulation(table.state), 0, BOT.weights).moves()]
    assert (CARDS["strategist"], CARDS["R1"], 3) in moves
    assert (CARDS["strategist"], CARDS["R1"], OUT) not in moves


@SEARCHING
@pytest.mark.parametrize("elite", ["joker1", "spy", "shield"])
def test_elite_troops_are_not_laid_alone(level: Level, elite: str) -> None:
    """The Banshee takes them away, and nothing is known of the stone yet."""
    code = chosen(holding(elite).state, level)
    assert not code.startswith(f"play {elite}") or code == f"play {elite}>5"


@SEARCHING
@pytest.mark.parametrize("mode", ["mud", "blind"])
def test_a_combat_mode_is_not_laid_on_a_bare_stone(level: Level, mode: str) -> None:
    assert not chosen(holding(mode).state, level).startswith(f"play {mode}")


def test_no_tactics_card_is_drawn_while_it_could_not_be_played() -> None:
    """Ann has played one more than Ben."""
    table = holding("spy joker1")
    table.plays("ann play spy>5")
    assert "draw tactics" in table.codes("ann")
    for level in ("club", "expert", "master"):
        assert chosen(table.state, level) == "draw clan"


@pytest.mark.parametrize("number", range(0, len(setups(ENGINE)), 3))
def test_a_playout_ends_every_variant(number: int) -> None:
    """From any position the round ends, and its worth to one seat is the opposite of its worth to
    the other."""
    for state in game("schotten_totten", 2, number).states[2::9]:
        if state.turn.step not in ("deal", "deal tactics"):
            one, other = BOT.contest(state, [BOT.weights] * 2, Random(1))
            assert one + other == pytest.approx(1)
            assert 0 <= BOT.playout(state, 0, Random(1)) <= 1


VARIANTS = [
    {"tactics": tactics, "expert": expert} for tactics in ("off", "on") for expert in ("off", "on")
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=tiers.part(25), deadline=None, derandomize=True)
def test_a_simulation_plays_by_the_rules(options: dict[str, str], seed: int) -> None:
    """Equal moves lead to equal rounds, in the engine and in the simulation."""
    rng = Random(seed)
    state = dealt(options, rng)
    simulation = Simulation(state)
    while state.turn.seat is not None:
        assert simulation.seat == state.turn.seat
        simulation.begin()
        state = claimed(state)
        if state.turn.seat is None:
            break
        action = rng.choice(
            [each for each in ENGINE.legal_actions(state, simulation.seat) if each.verb != "claim"]
        )
        simulation.move(moved(action))
        state = ENGINE.apply(state, simulation.seat, action)
        while state.turn.step in ("recruit", "return"):
            action = ENGINE.legal_actions(state, simulation.seat)[0]
            if state.turn.step == "return":
                simulation.give_back(action.card)
            state = ENGINE.apply(state, simulation.seat, action)
        state = claimed(state)
        tactics = rng.random() < 0.3 and bool(state.decks[1])
        first = tactics
        seat = simulation.seat
        while state.turn.seat == seat and state.turn.step != "play":
            legal = ENGINE.legal_actions(state, seat)
            draw = DRAW[first] if DRAW[first] in legal else legal[0]
            state, first = ENGINE.apply(state, seat, draw), False
        simulation.finish(tactics)
        compare(simulation, state)


def dealt(options: dict[str, str], rng: Random) -> State:
    state = ENGINE.start(Setup(2, options, 1))
    while due := list(ENGINE.chance(state)):
        rng.shuffle(due)
        state = ENGINE.deal(state, tuple(due))
    return state


def claimed(state: State) -> State:
    """Return the state after all claims that can be proved, in order."""
    while (seat := state.turn.seat) is not None:
        claims = [each for each in ENGINE.legal_actions(state, seat) if each.verb == "claim"]
        if not claims:
            break
        state = ENGINE.apply(state, seat, claims[0])
    return state


def moved(action: Action) -> Move:
    """Return an action of step 1 as a move."""
    if action.verb in ("play", "pass"):
        return action.card, NONE, action.stone
    return CARDS[action.verb], action.card, action.stone


def compare(simulation: Simulation, state: State) -> None:
    assert simulation.owners == [stone.owner for stone in state.stones]
    assert simulation.over == (state.turn.seat is None)
    if simulation.over:
        assert simulation.winner == state.match.past[-1].winner
        return
    assert simulation.kinds == [stone.size << 1 | stone.blind for stone in state.stones]
    for seat in (0, 1):
        assert simulation.sides[seat] == [as_bits(stone.sides[seat]) for stone in state.stones]
        assert [left > 0 for left in simulation.left[seat]] == [
            stone.room[seat] for stone in state.stones
        ]
        assert sorted(simulation.hands[seat]) == list(state.hands[seat])
    assert [pile[::-1] for pile in simulation.decks] == [list(deck) for deck in state.decks]
    assert [stone.first for stone in state.stones if stone.owner < 0] == [
        first for first, owner in zip(simulation.first, simulation.owners, strict=True) if owner < 0
    ]
    assert (simulation.unseen & EVERY, simulation.idle) == (state.unseen, state.turn.idle)
    assert (simulation.played, simulation.jokers) == (
        list(state.record.played),
        list(state.record.jokers),
    )


def side(names: str) -> int:
    return sum([1 << CARDS[name] for name in names.split()])


def test_a_beginner_knows_the_order_of_formations() -> None:
    """Any form beats all weaker ones (2.4)."""
    full = ["R1 R2 R3", "B9 G9 R9", "B1 G1 R1", "R1 R2 R4", "R7 G8 B9", "R9 G9 B8"]
    worths = [fit(side(cards), 6) for cards in full]
    assert worths == sorted(worths, reverse=True)
    assert fit(side("R7 R8"), 6) > fit(side("R7 G8"), 6)


def test_elite_troops_and_combat_modes_count_for_a_beginner() -> None:
    """A Joker is any card, with Blind Man's Bluff only the sum counts, and with Mud a side needs
    four cards (2.8)."""
    assert fit(side("R7 joker1"), 6) > fit(side("R7 R8"), 6)
    assert fit(side("R7 R8"), 7) < fit(side("R7 R8"), 6)
    assert fit(side("R7 R8"), 8) < fit(side("R7 R8"), 6)


@pytest.mark.parametrize(
    ("stones", "won"),
    [
        ("111000000", 0.5),  # both have three adjacent stones, and nobody knows who was first
        ("111001010", 1.0),
        ("110110100", 1.0),
        ("011011001", 1.0),
        ("000110110", 0.0),
        ("?????????", 0.5),
        ("11?010010", 0.5),
        ("1101110?0", 0.75),
    ],
)
def test_the_end_of_a_round_is_told_from_its_stones(stones: str, won: float) -> None:
    """Three adjacent stones win it, or else five (2.6). Of unknown stones each seat wins half."""
    chances = {"1": 1.0, "0": 0.0, "?": 0.5}
    assert ended([chances[stone] for stone in stones]) == pytest.approx(won)


def test_a_stone_that_decides_is_worth_more_than_another() -> None:
    """A seat with two adjacent stones needs the third more than any that stands alone."""
    level = [1.0, 1.0, 0.5, 0.5, 0.0, 0.5, 0.5, 0.5, 0.5]
    worths = [
        ended([*level[:stone], 0.6, *level[stone + 1 :]]) - ended(level) for stone in (2, 3, 5, 8)
    ]
    assert worths[0] > 1.2 * max(worths[1:])


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_position_is_worth_to_one_seat_what_it_costs_the_other(options: dict[str, str]) -> None:
    """So a side that is still open flatters nobody."""
    simulation = Simulation(dealt(options, Random(8)))
    for _ in range(12):
        turn(simulation, BOT.weights)
    worths = [value(simulation, seat, BOT.weights) for seat in (0, 1)]
    assert sum(worths) == pytest.approx(1.0)
    assert 0.2 < worths[0] < 0.8
