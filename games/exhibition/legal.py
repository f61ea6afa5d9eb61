"""The legal actions of each step (4.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.exhibition.actions import DEPOT, FINISH, MOVE, TAKE, Action, placing
from games.exhibition.deck import CONTINENT_OF, WHITE
from games.exhibition.showcases import DEPOT as DEPOT_SPOTS
from games.exhibition.state import State, Step
from games.kernel.protocol import Seat


def _seek(state: State, seat: Seat) -> list[Action]:
    return [MOVE[continent] for continent, column in enumerate(state.columns) if column]


def _take(state: State, seat: Seat) -> list[Action]:
    return [TAKE[card] for card in state.columns[state.vehicles[seat]]]


def _travel(state: State, seat: Seat) -> Sequence[Action]:
    return TRAVEL[CONTINENT_OF[state.taken]]


def _place(state: State, seat: Seat) -> list[Action]:
    """Return the places for the card. Only a card without a legal spot lets a seat finish; any card
    may go to the depot (E-l)."""
    card, hall = state.taken, state.halls[seat]
    bit = 1 << card
    actions = [
        action
        for action, fitting in zip(placing(state.match.showcases), hall.fitting, strict=True)
        if fitting & bit
    ]
    if not actions:
        return [DEPOT, FINISH] if len(hall.depot) < DEPOT_SPOTS else [FINISH]
    if len(hall.depot) < DEPOT_SPOTS:
        actions.append(DEPOT)
    return actions


TRAVEL = (*[(action,) for action in MOVE], MOVE)
"""By continent of the card. A white card goes to any continent that its player chooses."""
assert len(TRAVEL) == WHITE + 1

LEGAL: dict[Step, Callable[[State, Seat], Sequence[Action]]] = {
    "seek": _seek,
    "take": _take,
    "travel": _travel,
    "place": _place,
}
