"""The actions of Schotten Totten and their codes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from games.schotten_totten.deck import NAMES, Card
from games.schotten_totten.state import STONES

OUT = -1
NONE = -1


@dataclass(frozen=True, slots=True)
class Action:
    """An action and its code. `card` is played, moved, discarded or returned; `stone` is the
    target, from 0, or OUT. A draw has the deck as `stone`."""

    verb: str
    card: Card
    stone: int
    code: str


@cache  # there is a card, and a stone or none, to each
def on(verb: str, card: Card, stone: int) -> Action:
    """Return the action of a card and a stone, or out of play."""
    return Action(verb, card, stone, f"{verb} {NAMES[card]}>{'out' if stone == OUT else stone + 1}")


@cache
def of(verb: str, card: Card) -> Action:
    """Return an action with a card that has no stone."""
    return Action(verb, card, NONE, f"{verb} {NAMES[card]}")


CLAIM = tuple(Action("claim", NONE, stone, f"claim {stone + 1}") for stone in range(STONES))
DRAW = tuple(
    Action("draw", NONE, deck, f"draw {name}") for deck, name in enumerate(("clan", "tactics"))
)
END = Action("end", NONE, NONE, "end")
PASS = Action("pass", NONE, NONE, "pass")
RECRUITER = Action("recruiter", NONE, NONE, "recruiter")
