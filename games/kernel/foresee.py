"""The probable legal codes of a seat's next turn, by its own view: for games without their own form
for plans."""

from __future__ import annotations

from typing import Any

from games.kernel import replay
from games.kernel.protocol import AnyEngine, Rng, Seat

WORLDS = 8
"""The number of states that are imagined."""
OTHERS = 60
"""The maximum of entries by others until the seat's turn."""


def turn(
    engine: AnyEngine, view: Any, seat: Seat, rng: Rng, steps: int, most: int = 60
) -> tuple[tuple[str, ...], ...]:
    """Return by step of the seat's next turn the codes that were legal in any of WORLDS imagined
    states, in which the others act at random; at most `most` of them."""
    found: list[dict[str, None]] = [{} for _ in range(steps)]
    for _ in range(WORLDS):
        state = _until(engine, engine.imagine(view, rng), seat, rng)
        for legal in found:
            actions = [] if state is None else list(engine.legal_actions(state, seat))
            if not actions:
                break
            legal.update(dict.fromkeys(map(engine.encode, actions)))
            state = engine.apply(state, seat, actions[rng.randrange(len(actions))])
            if replay.forced(engine, replay.Position(state)):
                break
    return tuple(tuple(legal)[:most] for legal in found if legal)


def _until(engine: AnyEngine, state: Any, seat: Seat, rng: Rng) -> Any:
    """Return the state in which the seat has to act; None if cards are dealt before, or the game
    ends."""
    for _ in range(OTHERS):
        seats = engine.to_act(state)
        if seat in seats:
            return state
        if not seats:
            return None
        other = min(seats)
        actions = engine.legal_actions(state, other)
        state = engine.apply(state, other, actions[rng.randrange(len(actions))])
    return None
