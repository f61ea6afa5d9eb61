"""No stage of a review is longer than a bound that its game, seats and depth give."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.bots import judging
from games.bots.judging import MOST, Game
from games.bots.protocol import AnyBot, Result
from games.kernel.protocol import Setup
from games.registry import bots
from tests.conformance.playing import play_on, setups

DEEPEST = 4
CASES = [
    (bot, setup)
    for bot in bots().values()
    if judging.depth(bot, 2)
    for setup in {each.seats: each for each in setups(bot.engine)}.values()
]


@pytest.mark.parametrize(
    ("judge", "setup"), CASES, ids=[f"{bot.engine.slug}-{setup.seats}" for bot, setup in CASES]
)
def test_a_decision_is_bounded_at_the_greatest_depth(
    judge: AnyBot, setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Try the widest decision of a random game, with equal lines, of which none leaves early."""
    played = [0]

    def equal(_bot: AnyBot, _state: Any, _seat: int, *_: Any, **__: Any) -> list[Result]:
        played[0] += 1
        return [Result(0.0, 0.5)] * setup.seats

    monkeypatch.setattr(judging, "results", equal)
    monkeypatch.setattr(judging, "after", lambda _bot, state, *_: state)
    depth = judging.depth(judge, setup.seats, DEEPEST)
    assert depth
    widest = max(_decisions(judge, setup), key=lambda found: found[0])
    _lines, state, ply, entry = widest
    monkeypatch.setattr(judging, "likely", lambda *_: iter(lambda: state, None))
    game = Game(judge, setup, (), tuple(range(setup.seats)))
    judging.decision(game, state, ply, entry, lambda name: Random(name), depth)
    assert 0 < played[0] <= MOST + depth.worlds
    played[0] = 0
    judging.outlook(game, state, ply, lambda name: Random(name), depth)
    assert played[0] <= setup.seats * depth.looks <= 2_000


def _decisions(bot: AnyBot, setup: Setup) -> list[tuple[int, Any, int, Any]]:
    """Return the decisions of a random game: how many lines there were, the position, its ply, and
    what was chosen."""
    engine, state = bot.engine, bot.engine.start(setup)
    found = []
    for ply, (entry, after) in enumerate(play_on(engine, state, Random(7))):
        if entry.seat is not None:
            legal = engine.legal_actions(state, entry.seat)
            if len(legal) > 1:
                lines = bot.candidates(engine.view(state, entry.seat), entry.seat, legal)
                found.append((len(list(lines)), state, ply, entry))
        state = after
    return found
