"""Endings that are not rules: who left, who is placed where, and what is played for those who are
gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel.protocol import AnyEngine, Seat

Places = tuple[int, ...]


def places(finished: Sequence[int], left: Sequence[Seat]) -> Places:
    """Places by seat when the seats of `left` have gone, in this order: they come last, the first
    to go at the very end.

    `finished` are the places that the rules gave; among those who stayed they decide, and ties stay
    ties.
    """
    keys = [
        (1, -left.index(seat)) if seat in left else (0, place)
        for seat, place in enumerate(finished)
    ]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def last_one(seats: int, left: Sequence[Seat]) -> Places | None:
    """Places when seats have gone and at most one goes on: that one wins, wherever the game stands.
    Otherwise None."""
    return places((1,) * seats, left) if left and seats - len(left) <= 1 else None


def plainest(engine: AnyEngine, state: Any, seat: Seat) -> str:
    """The code that is played for a seat that has gone: to pass where that is possible, else the
    first legal action."""
    codes = [engine.encode(action) for action in engine.legal_actions(state, seat)]
    return next((code for code in codes if code.split(" ")[0] == "pass"), codes[0])
