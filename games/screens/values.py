"""What the templates of a board are given besides the game's own view: plain values, with nothing
behind them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.screens.clocks import Clock
from games.screens.standing import Standing


@dataclass(frozen=True, slots=True)
class Shown:
    """A player as the board shows one."""

    number: int
    name: str
    guest: bool
    you: bool
    to_act: bool
    score: int | None
    place: int | None
    standing: Standing | None = None
    gone: bool = False
    clock: Clock | None = None
    bot: bool = False
    walked: bool = False
    counted: str = ""
    """Why the game counted less than a whole one for the rating."""


@dataclass(frozen=True, slots=True)
class Move:
    """A legal code, and the id of its button."""

    code: str
    verb: str
    rest: str
    id: str


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand with all cards open; `cards` as the game draws them."""

    seat: int
    player: str
    cards: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """What one seat did in a row, or a deal (seat None): the codes that count, taken-back ones left
    out."""

    number: int
    seat: int | None
    player: str
    you: bool
    codes: tuple[str, ...]
    ply: int
    at: datetime
