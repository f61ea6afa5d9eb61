"""One seed plays one game: in another process too, where sets of strings have another order."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from games.registry import bots

GAME = """
import sys
from random import Random
from games.bots.choosing import choose
from games.bots.protocol import Budget
from games.kernel.protocol import Setup
from games.registry import bots, engines

slug = sys.argv[1]
engine, bot, deals, dice = engines()[slug], bots()[slug], Random(1), Random(2)
state = engine.start(Setup(2, {}, engine.ruleset))
for ply in range(60):
    if due := list(engine.chance(state)):
        deals.shuffle(due)
        state = engine.deal(state, tuple(due))
    elif acting := engine.to_act(state):
        seat = min(acting)
        view, legal = engine.view(state, seat), engine.legal_actions(state, seat)
        level = "master" if seat else "club"
        action = choose(bot, level, view, seat, legal, dice, Budget(12))
        print(seat, engine.encode(action))
        state = engine.apply(state, seat, action)
"""


def played(slug: str, order: str) -> str:
    """Return the choices of a game in a process of its own; `order` decides the order of sets."""
    known = {**os.environ, "PYTHONHASHSEED": order}
    return subprocess.run(
        [sys.executable, "-c", GAME, slug], env=known, capture_output=True, text=True, check=True
    ).stdout


@pytest.mark.parametrize("slug", bots())
def test_the_same_seed_plays_the_same_game_in_another_process(slug: str) -> None:
    once = played(slug, "1")
    assert len(once.splitlines()) > 20
    assert played(slug, "2") == once
