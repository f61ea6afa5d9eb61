"""Views of Thirty One: all that a viewer may know, and the states that agree with it."""

from __future__ import annotations

from dataclasses import dataclass

from games.kernel.protocol import Rng, Seat
from games.thirty_one.state import HAND, NAMES, State, total


@dataclass(frozen=True, slots=True)
class View:
    """Everything that one seat, or a spectator (`viewer` None), may know."""

    viewer: Seat | None
    order: tuple[Seat, ...]
    hand: tuple[str, ...]  # the viewer's own
    stock: int
    played: tuple[str, ...]
    total: int
    turn: Seat | None


def view(state: State, viewer: Seat | None) -> View:
    """Return what this viewer may know of a state."""
    hand = state.hands[viewer] if state.hands and viewer is not None else ()
    return View(
        viewer,
        state.order,
        hand,
        len(state.stock),
        state.played,
        total(state.played),
        state.turn,
    )


def imagine(view: View, rng: Rng) -> State:
    """Return a state that agrees with a view, its hidden cards put anywhere they may be."""
    if not view.stock:  # nothing is dealt yet
        return State(view.order)
    hidden = [name for name in NAMES if name not in (*view.hand, *view.played)]
    rng.shuffle(hidden)
    hands = tuple(
        [
            view.hand if seat == view.viewer else tuple(sorted(hidden.pop() for _ in range(HAND)))
            for seat in range(2)
        ]
    )
    return State(view.order, hands, tuple(hidden), view.played)
