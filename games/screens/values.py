"""The values that templates of a board get besides the game's view: plain data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.screens.clocks import Clock
from games.screens.standing import Standing


@dataclass(frozen=True, slots=True)
class Shown:
    """A player as a board shows them."""

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
    level: str = ""
    """The level of a bot in words; "" for a person."""
    walked: bool = False
    counted: str = ""
    """The reason why the game counted less than a whole one for the rating; "" if it did not."""

    hints: int = 0
    """The hints that the player took in this game."""

    @property
    def called(self) -> str:
        """Return "You" for the reader's own seat, and the name for any other: for headings, not for
        sentences."""
        return _("You") if self.you else self.name


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
class Scene:
    """The end of the deal before, which a board shows until its reader goes on: `view` and `screen`
    are the view and the layout of that moment."""

    ply: int
    view: Any
    screen: Any
    seconds: int
    """The time after which the board goes on by itself; 0 if the reader has to."""
    hurries: bool
    """True if a bot waits for its readers, of whom this is one."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The codes that one seat played in a row, without those taken back; or a deal, with `seat`
    None."""

    number: int
    seat: int | None
    player: str
    you: bool
    codes: tuple[str, ...]
    ply: int
    at: datetime
