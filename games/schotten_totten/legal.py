"""What a seat may do in each step (rules 2.3, 2.5, 2.8, 2.9; what tactics cards allow: tactics.py)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from games.kernel.protocol import Seat
from games.schotten_totten.actions import CLAIM, DRAW, END, PASS, Action, of, on
from games.schotten_totten.deck import CLAN, Card
from games.schotten_totten.prover import provable
from games.schotten_totten.state import NO_SEAT, State, Step
from games.schotten_totten.tactics import tactical
from games.schotten_totten.turns import may_draw


def rooms(state: State, seat: Seat) -> tuple[int, ...]:
    """The stones where the seat can lay a card."""
    sides = [
        (number, len(sides[seat]), 4 if mud else 3) for number, (owner, _, _, mud, sides) in enumerate(state.stones) if owner == NO_SEAT
    ]
    return tuple([number for number, laid, size in sides if laid < size])


def claims(state: State, seat: Seat) -> list[Action]:
    full = [number for number, (owner, first, _, _, _) in enumerate(state.stones) if first != NO_SEAT and owner == NO_SEAT]
    return [CLAIM[number] for number in full if provable(state.stones[number], seat, state.unseen)]


@cache  # there are 54 cards, and 512 sets of stones
def lays(card: Card, free: tuple[int, ...]) -> tuple[Action, ...]:
    return tuple([on("play", card, stone) for stone in free])


def draws(state: State, seat: Seat) -> list[Action]:
    """From the decks that have a card."""
    return [DRAW[deck] for deck, pile in enumerate(state.decks) if pile]


def _play(state: State, seat: Seat) -> list[Action]:
    """Step 1. Passing is for those who can lay no clan card, also when a tactics card could be played (2.8, T-b)."""
    free = rooms(state, seat)
    laying = [action for card in state.hands[seat] if card < CLAN for action in lays(card, free)]
    first = claims(state, seat) if state.match.expert else []
    return [*first, *laying, *tactical(state, seat, free), *([] if laying else [PASS])]


def _return(state: State, seat: Seat) -> list[Action]:
    return [of("return", card) for card in state.hands[seat]]


def _claim(state: State, seat: Seat) -> list[Action]:
    """Step 2, and the first code of step 3, which closes it. With the expert variant claims came before step 1 (2.9)."""
    first = [] if state.match.expert else claims(state, seat)
    return [*first, *(draws(state, seat) if may_draw(state, seat) else [END])]


LEGAL: dict[Step, Callable[[State, Seat], list[Action]]] = {
    "play": _play,
    "recruit": draws,
    "return": _return,
    "claim": _claim,
    "draw": draws,
}
