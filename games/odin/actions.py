"""The actions of Odin and their codes."""

from __future__ import annotations

from dataclasses import dataclass

from games.odin.sets import CardSet


@dataclass(frozen=True, slots=True)
class Action:
    """`set` is what is played, the one card that is taken, or None for a pass."""

    verb: str
    set: CardSet | None
    code: str


PASS = Action("pass", None, "pass")
