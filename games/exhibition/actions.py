"""The actions of Exhibition and their codes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from games.exhibition.deck import CONTINENTS, NAMES
from games.exhibition.showcases import WHERE, Showcases


@dataclass(frozen=True, slots=True)
class Action:
    """An action and its code. `which` is the card to take, the continent to move to, or the spot of
    the hall, from 0, to place the card in."""

    verb: str
    which: int
    code: str


TAKE = tuple(Action("take", card, f"take {name}") for card, name in enumerate(NAMES))
MOVE = tuple(Action("move", continent, f"move {name}") for continent, name in enumerate(CONTINENTS))
DEPOT = Action("depot", -1, "depot")
FINISH = Action("finish", -1, "finish")


@cache
def placing(showcases: Showcases) -> tuple[Action, ...]:
    """Return by spot the action that places a card there, in a hall with these showcases."""
    return tuple(
        Action("place", spot, f"place {showcases[number]} {at + 1}")
        for spot, (number, at) in enumerate(WHERE)
    )
