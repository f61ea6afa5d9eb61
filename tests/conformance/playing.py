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

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache, wraps
from importlib import import_module
from inspect import signature
from itertools import product
from random import Random
from typing import Any

from games.kernel.protocol import AnyEngine, Seat, Setup
from games.kernel.replay import Entry, codes, deal, deal_code, play
from games.registry import engines
from tests.kit import tiers

PLIES = 2_000
SHIPPED = ("lost_cities", "schotten_totten", "odin", "exhibition")  # another may leave hooks out


def seeds(number: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that calls a test with one `seed` after the other. All tests begin with
    the same seeds, so that a worker plays each game once. `make test` asks a part of them."""

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def run(**given: Any) -> None:
            for seed in range(tiers.part(number)):
                try:
                    test(**given, seed=seed)
                except BaseException as error:
                    error.add_note(f"seed={seed}")
                    raise

        asked = signature(test)
        others = [value for name, value in asked.parameters.items() if name != "seed"]
        run.__signature__ = asked.replace(parameters=others)  # type: ignore[attr-defined]
        return run

    return decorate


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


@lru_cache(maxsize=64)
def game(slug: str, seed: int, number: int | None = None) -> Game:
    """Return a random game of the setup with that number, or of one that the seed chooses: few
    seeds are of setups that differ much."""
    engine, rng = engines()[slug], Random(seed)
    choices = setups(engine)
    setup = choices[
        int(len(choices) * (0.5 + seed * 0.618) % len(choices)) if number is None else number
    ]
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

    def __str__(self) -> str:
        """Name the position: the game, where in it, and who looks."""
        who = "a spectator" if self.viewer is None else f"seat {self.viewer}"
        last = self.entries[-1] if self.entries else "the start"
        return f"{self.setup}, after {len(self.entries)} entries ({last}), seen by {who}"


def difference(real: Any, other: Any, path: str = "") -> str:
    """Return where two values differ first, as "hands[1][0]: 'R7' or 'B2'"; "" if they are
    equal."""
    if real == other and repr(real) == repr(other):
        return ""
    inner = list(_inner(real, other))
    found = (difference(one, two, f"{path}{step}") for step, one, two in inner)
    return next(filter(None, found), f"{path.lstrip('.')}: {real!r:.200} or {other!r:.200}")


def _inner(real: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield the parts of two values that have the same shape, each with its step in a path."""
    if type(real) is not type(other):
        return
    if isinstance(real, str):  # also the bytes of a board: a few characters around the place
        at = next(
            (i for i, pair in enumerate(zip(real, other, strict=False)) if len({*pair}) > 1), 0
        )
        if len(real) > 200:
            yield f" at {at}", real[max(at - 60, 0) : at + 60], other[max(at - 60, 0) : at + 60]
    elif is_dataclass(real):
        for each in fields(real):
            yield f".{each.name}", getattr(real, each.name), getattr(other, each.name)
    elif isinstance(real, (tuple, list)) and len(real) == len(other):
        for i, (one, two) in enumerate(zip(real, other, strict=True)):
            yield f"[{i}]", one, two


def unlike(real: Counter[str], other: Counter[str]) -> str:
    """Return which cards two counts have not in common, for the message of a test."""
    only = [" ".join(sorted((a - b).elements())) for a, b in ((real, other), (other, real))]
    return f"only before: {only[0] or 'none'}; only after: {only[1] or 'none'}"


def swapped(engine: AnyEngine, seed: int, moments: int = 40) -> Iterator[Swapped]:
    """Yield pairs of states for a leak test: all that is computed for `viewer` from `real` must be
    equal to what is computed from `other`."""
    played, rng = game(engine.slug, seed), Random(seed)
    for ply in sorted(rng.sample(range(len(played.states)), min(moments, len(played.states)))):
        for viewer in viewers(played.setup):
            other = told(engine).swap(played.states[ply], viewer, rng)
            if other is not None:
                yield Swapped(played.setup, played.entries[:ply], viewer, played.states[ply], other)
