"""Facts about Thirty One for the conformance tests."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from games.kernel.protocol import Seat
from games.thirty_one.state import State


def cards(state: State) -> Counter[str]:
    return Counter(name for cards in (*state.hands, state.stock, state.played) for name in cards)


def swap(state: State, viewer: Seat | None, rng: Random) -> State | None:
    """Exchange what is hidden: the stock, and the hands of others."""
    if not state.hands:
        return None
    hidden = [seat for seat in range(2) if seat != viewer]
    pool = [*state.stock, *(card for seat in hidden for card in state.hands[seat])]
    rng.shuffle(pool)
    hands = tuple(
        tuple(sorted(pool.pop() for _ in hand)) if seat in hidden else hand
        for seat, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands, stock=tuple(pool))


ENDINGS = {"the total is over 31": lambda states: states[-1].over}
