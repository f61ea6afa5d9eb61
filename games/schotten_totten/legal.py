"""What a seat may do in each step (rules 2.3, 2.5, 2.8, 2.9; what tactics cards allow:
tactics.py)."""

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
    """The stones where the seat can lay a card."""
    return tuple(number for number, stone in enumerate(state.stones) if stone.room[seat])


def claims(state: State, seat: Seat) -> list[Action]:
    full = [number for number, stone in enumerate(state.stones) if stone.forms[seat]]
    return [CLAIM[number] for number in full if provable(state.stones[number], seat, state.unseen)]


@cache  # there are 512 sets of stones
def lays(free: tuple[int, ...]) -> tuple[tuple[Action, ...], ...]:
    """By card; a tactics card is not laid so."""
    return tuple(
        tuple(on("play", card, stone) for stone in free if card < CLAN)
        for card in range(len(NAMES))
    )


def draws(state: State, seat: Seat) -> list[Action]:
    """From the decks that have a card."""
    return [DRAW[deck] for deck, pile in enumerate(state.decks) if pile]


def _play(state: State, seat: Seat) -> list[Action]:
    """Step 1. Passing is for those who can lay no clan card, also when a tactics card could be
    played (2.8, T-b)."""
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
    """Step 2, and the first code of step 3, which closes it. With the expert variant claims came
    before step 1 (2.9)."""
    first = [] if state.match.expert else claims(state, seat)
    return first + (draws(state, seat) if may_draw(state, seat) else [END])


LEGAL: dict[Step, Callable[[State, Seat], list[Action]]] = {
    "play": _play,
    "recruit": draws,
    "return": _return,
    "claim": _claim,
    "draw": draws,
}
