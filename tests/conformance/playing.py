"""Random games of every registered engine, and what the conformance tests must be told about a
game.

Each game has a module `tests/<slug>/conformance.py` with three names:

`cards(state) -> Counter[str]`
    every card that the game has given out, by name, wherever it lies now.
`swap(state, viewer, rng) -> state | None`
    the state with two cards exchanged that `viewer` (a seat, or None for a spectator) must not be
    able to tell apart; None where there are no two. This says what is secret, independently of the
    engine's `view`.
`ENDINGS: dict[str, Callable[[list[state]], bool]]`
    each way that a game can end, told from all its states in order. Every one needs a transcript.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from itertools import product
from random import Random
from typing import Any

from games.kernel.protocol import AnyEngine, Seat, Setup
from games.kernel.replay import Entry, codes, deal, deal_code, play
from games.registry import engines

PLIES = 2_000
ENGINES = list(engines().values())


@dataclass(frozen=True)
class Game:
    """`states[i]` is the state behind the first i entries."""

    setup: Setup
    entries: list[Entry]
    states: list[Any]


def told(engine: AnyEngine) -> Any:
    return import_module(f"tests.{engine.slug}.conformance")


def setups(engine: AnyEngine) -> list[Setup]:
    """Every number of seats with every combination of options."""
    names = [option.name for option in engine.options]
    combinations = list(product(*(option.choices for option in engine.options)))
    return [
        Setup(seats, dict(zip(names, choices, strict=True)), engine.ruleset)
        for seats in engine.seats
        for choices in combinations
    ]


def viewers(setup: Setup) -> list[Seat | None]:
    return [*range(setup.seats), None]


def play_on(engine: AnyEngine, state: Any, rng: Random) -> Iterator[tuple[Entry, Any]]:
    """Random entries from here to the end, or to PLIES, each with the state behind it. Goes through
    the kernel, as a table does."""
    for _ in range(PLIES):
        if due := list(engine.chance(state)):
            rng.shuffle(due)
            entry, state = Entry(None, deal_code(due)), deal(engine, state, tuple(due))
        elif seats := engine.to_act(state):
            seat = rng.choice(sorted(seats))
            code = rng.choice(list(codes(engine, state, seat)))
            entry, state = Entry(seat, code), play(engine, state, seat, code)
        else:
            return
        yield entry, state


@lru_cache(maxsize=32)
def game(slug: str, seed: int, number: int | None = None) -> Game:
    """A random game of the setup with that number, or of one that the seed chooses."""
    engine, rng = engines()[slug], Random(seed)
    choices = setups(engine)
    setup = rng.choice(choices) if number is None else choices[number]
    start = engine.start(setup)
    played = list(play_on(engine, start, rng))
    return Game(setup, [entry for entry, _ in played], [start, *(state for _, state in played)])


@dataclass(frozen=True)
class Swapped:
    """Two states that `viewer` must not be able to tell apart: the real one, behind `entries`, and
    another."""

    setup: Setup
    entries: list[Entry]
    viewer: Seat | None
    real: Any
    other: Any


def swapped(engine: AnyEngine, seed: int, moments: int = 40) -> Iterator[Swapped]:
    """What a leak test needs: whatever is computed for `viewer` from `real` must be the same from
    `other`."""
    played, rng = game(engine.slug, seed), Random(seed)
    for ply in sorted(rng.sample(range(len(played.states)), min(moments, len(played.states)))):
        for viewer in viewers(played.setup):
            other = told(engine).swap(played.states[ply], viewer, rng)
            if other is not None:
                yield Swapped(played.setup, played.entries[:ply], viewer, played.states[ply], other)
