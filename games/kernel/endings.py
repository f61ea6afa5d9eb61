"""Endings that are not rules: places when seats have left, and the code that a caretaker plays for
a seat that has left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.kernel.protocol import AnyEngine, Seat

Places = tuple[int, ...]


def places(finished: Sequence[int], left: Sequence[Seat]) -> Places:
    """Return places by seat after the seats of `left` have left in this order: they come last, the
    first of them last of all.

    `finished` are the places that the rules gave. They decide among the seats that stayed, and ties
    stay ties.
    """
    keys = [
        (1, -left.index(seat)) if seat in left else (0, place)
        for seat, place in enumerate(finished)
    ]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def last_one(seats: int, left: Sequence[Seat]) -> Places | None:
    """Return places by seat when seats have left and at most one stays: that one wins, whatever the
    position. Return None when two or more stay, or nobody has left."""
    return places((1,) * seats, left) if left and seats - len(left) <= 1 else None


def plainest(engine: AnyEngine, state: Any, seat: Seat) -> str:
    """Return the code that a caretaker plays for a seat: to pass where that is legal, else the
    first legal action."""
    codes = [engine.encode(action) for action in engine.legal_actions(state, seat)]
    return next((code for code in codes if code.split(" ")[0] == "pass"), codes[0])
