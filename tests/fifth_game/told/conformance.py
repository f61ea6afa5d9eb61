"""Facts about the toy for the conformance tests: see tests/conformance/playing.py."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any


def cards(state: Any) -> Counter[str]:
    return Counter(card for pile in (*state.hands, *state.played, state.stock) for card in pile)


def swap(state: Any, viewer: int | None, rng: Random) -> Any:
    """Return the state with its hidden cards shuffled: the hands of others and the stock. Return
    None if there are fewer than two."""
    hidden = [
        card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand
    ] + list(state.stock)
    if len(hidden) < 2:
        return None
    rng.shuffle(hidden)
    hands = tuple(
        hand if seat == viewer else tuple(sorted(hidden.pop() for _ in hand))
        for seat, hand in enumerate(state.hands)
    )
    return replace(state, hands=hands, stock=tuple(hidden))


ENDINGS = {"every turn is played": lambda states: states[-1].over}
