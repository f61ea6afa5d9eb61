"""The contract of bots, for the bot of every game."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots.choosing import choose
from games.bots.protocol import LEVELS, AnyBot, Budget, Level
from games.kernel.protocol import AnyEngine, Outcome, Seat, Setup
from games.registry import bots, engines
from tests.conformance.playing import game, swapped
from tests.kit import tiers

FEW = Budget(6)
PLIES = 2_000
levels = pytest.mark.parametrize("level", LEVELS)


def code(bot: AnyBot, level: Level, state: Any, seat: Seat, seed: int) -> str:
    """Return the code that the bot chooses from the view and the legal actions of a seat."""
    engine = bot.engine
    legal = engine.legal_actions(state, seat)
    action = choose(bot, level, engine.view(state, seat), seat, legal, Random(seed), FEW)
    assert action in legal
    return engine.encode(action)


def test_every_game_has_one() -> None:
    """A caretaker plays for a seat that has left, and everybody may play against bots at once."""
    missing = set(engines()) - set(bots())
    assert not missing, f"no bot.py with a value BOT in games/: {', '.join(sorted(missing))}"


@levels
def test_what_is_hidden_from_a_bot_does_not_move_it(bot: AnyBot, level: Level) -> None:
    """In positions that differ only in cards its seat cannot see, a bot with the same dice makes
    the same choice."""
    asked = 0
    for seed in range(tiers.part(3)):
        for pair in swapped(bot.engine, seed, moments=12):
            if pair.viewer is not None and pair.viewer in bot.engine.to_act(pair.real):
                assert code(bot, level, pair.real, pair.viewer, seed) == code(
                    bot, level, pair.other, pair.viewer, seed
                )
                asked += 1
    assert asked


@levels
@given(seed=st.integers(0, 2**32), ply=st.floats(0, 1))
@settings(max_examples=tiers.part(8), deadline=None, derandomize=True)
def test_it_has_an_answer_to_every_position(
    bot: AnyBot, level: Level, seed: int, ply: float
) -> None:
    """Also in positions that it would not have reached by itself. Thinking leaves the position
    unchanged."""
    played = game(bot.engine.slug, seed % 40)
    state = played.states[int(ply * (len(played.states) - 1))]
    before = hash(state)
    for seat in bot.engine.to_act(state):
        assert code(bot, level, state, seat, seed) == code(bot, level, state, seat, seed)
    assert hash(state) == before


def whole_game(bot: AnyBot, setup: Setup, seats: dict[Seat, Level], seed: int) -> Outcome:
    engine: AnyEngine = bot.engine
    state, rng = engine.start(setup), Random(seed)
    for _ in range(PLIES):
        if due := list(engine.chance(state)):
            rng.shuffle(due)
            state = engine.deal(state, tuple(due))
        elif acting := engine.to_act(state):
            seat = min(acting)
            legal = {engine.encode(action): action for action in engine.legal_actions(state, seat)}
            state = engine.apply(
                state, seat, legal[code(bot, seats[seat], state, seat, rng.randrange(1000))]
            )
        else:
            break
    outcome = engine.outcome(state)
    assert outcome, f"no end after {PLIES} entries"
    return outcome


@pytest.mark.parametrize("pair", list(combinations(LEVELS, 2)), ids="-".join)
def test_each_level_plays_whole_games_against_each_other(
    bot: AnyBot, pair: tuple[Level, Level]
) -> None:
    seats = max(number for number in (2, 1) if number in bot.engine.seats)
    outcome = whole_game(bot, Setup(seats), dict(enumerate(pair)), 3)
    assert len(outcome.places) == seats
