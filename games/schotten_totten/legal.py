"""The legal actions of each step (2.3, 2.5, 2.8, 2.9). Those of the tactics cards are in
tactics.py."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from games.kernel.protocol import Seat
from games.schotten_totten.actions import CLAIM, DRAW, END, PASS, Action, of, on
from games.schotten_totten.deck import CLAN, NAMES
from games.schotten_totten.prover import provable
from games.schotten_totten.state import State, Step
from games.schotten_totten.tactics import tactical
from games.schotten_totten.turns import may_draw


def rooms(state: State, seat: Seat) -> tuple[int, ...]:
    """Return the stones where the seat can lay a card."""
    return tuple([number for number, stone in enumerate(state.stones) if stone.room[seat]])


def claims(state: State, seat: Seat) -> list[Action]:
    """Return the claims that the seat can prove."""
    full = [number for number, stone in enumerate(state.stones) if stone.forms[seat]]
    return [CLAIM[number] for number in full if provable(state.stones[number], seat, state.unseen)]


@cache  # there are 512 sets of stones
def lays(free: tuple[int, ...]) -> tuple[tuple[Action, ...], ...]:
    """Return by card the ways to lay it on a free stone; none for a tactics card."""
    return tuple(
        tuple(on("play", card, stone) for stone in free if card < CLAN)
        for card in range(len(NAMES))
    )


def draws(state: State, seat: Seat) -> list[Action]:
    """Return a draw from each deck that has a card."""
    return [DRAW[deck] for deck, pile in enumerate(state.decks) if pile]


def _play(state: State, seat: Seat) -> list[Action]:
    """Return the actions of step 1. Only a seat that can lay no clan card may pass, also when it
    could play a tactics card (2.8, T-b)."""
    free = rooms(state, seat)
    found = claims(state, seat) if state.match.expert else []
    before, by_card = len(found), lays(free)
    for card in state.hands[seat]:
        found += by_card[card]
    passing = [] if len(found) > before else [PASS]
    return found + (tactical(state, seat, free) if state.match.tactics else []) + passing


def _return(state: State, seat: Seat) -> list[Action]:
    return [of("return", card) for card in state.hands[seat]]


def _claim(state: State, seat: Seat) -> list[Action]:
    """Return the actions of step 2, and the first of step 3, which closes step 2. In the expert
    variant claims come before step 1 (2.9)."""
    first = [] if state.match.expert else claims(state, seat)
    return first + (draws(state, seat) if may_draw(state, seat) else [END])


LEGAL: dict[Step, Callable[[State, Seat], list[Action]]] = {
    "play": _play,
    "recruit": draws,
    "return": _return,
    "claim": _claim,
    "draw": draws,
}
