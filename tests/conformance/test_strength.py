"""An Expert that is no better than a Beginner is a mistake in its `candidates` or its `playout`."""

from random import Random
from typing import Any

import pytest

from games.bots.choosing import choose
from games.bots.protocol import AnyBot, Budget, Level
from games.kernel.protocol import AnyEngine, Outcome, Setup
from games.registry import bots
from tests.conformance.playing import PLIES

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]

DEALS = 10
"""Each is played twice, the Expert once in the first seat and once in the second."""
ENOUGH = 12
"""So many of the 20 games; a drawn one counts as half."""
THINKING = Budget(12)
"""Playouts for each choice: a tenth of what the site allows, so that a test takes seconds."""


def play(bot: AnyBot, levels: list[Level], deal: int) -> Outcome:
    """Play a game with two seats and the default options, its cards shuffled by `deal` alone."""
    engine: AnyEngine = bot.engine
    state, chance = engine.start(Setup(2)), Random(deal)
    dice = [Random(1), Random(2)]
    for _ in range(PLIES):
        if due := list(engine.chance(state)):
            chance.shuffle(due)
            state = engine.deal(state, tuple(due))
        elif acting := engine.to_act(state):
            seat = min(acting)
            view, legal = engine.view(state, seat), engine.legal_actions(state, seat)
            action = choose(bot, levels[seat], view, seat, legal, dice[seat], THINKING)
            state = engine.apply(state, seat, action)
        else:
            break
    outcome = engine.outcome(state)
    assert outcome is not None, f"no end after {PLIES} entries"
    return outcome


def won(bot: AnyBot, deals: int = DEALS) -> float:
    """Return how many games the Expert wins against a Beginner, of two with each deal."""
    total = 0.0
    for deal in range(deals):
        for expert, levels in enumerate([["expert", "beginner"], ["beginner", "expert"]]):
            places: Any = play(bot, levels, deal).places  # type: ignore[arg-type]
            mine, theirs = places[expert], places[1 - expert]
            total += 1 if mine < theirs else 0.5 if mine == theirs else 0
    return total


def test_an_expert_beats_a_beginner(engine: AnyEngine) -> None:
    if engine.slug not in bots() or 2 not in engine.seats:
        return  # there is nobody to compare
    games = won(bots()[engine.slug])
    assert games >= ENOUGH, (
        f"the Expert of {engine.slug} wins {games:g} of {2 * DEALS} games against its Beginner, "
        f"at least {ENOUGH} are asked for: look at `candidates` and `playout` in its bot.py"
    )


def test_an_expert_that_errs_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that takes what is worst of all that is legal."""
    bot = bots()["odin"]
    worth = bot.playout
    monkeypatch.setattr(
        bot, "candidates", lambda _view, _seat, legal: [(each,) for each in legal[::-1]]
    )
    monkeypatch.setattr(bot, "playout", lambda state, seat, rng: -worth(state, seat, rng))
    assert won(bot, deals=3) < 6 * ENOUGH / 20
