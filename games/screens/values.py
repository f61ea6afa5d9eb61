"""Plain values for the templates of a board, besides the game's view."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from games.screens.clocks import Clock
from games.screens.languages import gettext as _
from games.screens.player_ratings import ShownRating

V = TypeVar("V")
L = TypeVar("L")


@dataclass(frozen=True, slots=True)
class ShownPlayer:
    """A player as a board shows them."""

    number: int
    name: str
    guest: bool
    you: bool
    to_act: bool
    score: int | None
    place: int | None
    standing: ShownRating | None = None
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
    """Seconds until the board goes on by itself; 0 if the reader has to."""
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


@dataclass(frozen=True, slots=True)
class After:
    """The parts of a result that are not the game's own words."""

    series: str = ""
    """The score of the series; "" for a first game."""
    best: str = ""
    """A highlight of the game in one line; "" for none."""
    proof: str = ""
    """"verified" if the deals follow from the commitment, else "wrong"; "" while nobody can tell,
    and without a commitment."""
    shared: Any = None
    """The link of a game that has a picture; None for any other."""
    again: Any = None
    """The rematch as the viewer sees it."""
    back_at: str | None = None
    """The address of the replay; None if there is none."""


@dataclass(frozen=True)
class Sight(Generic[V, L]):
    """All that a board shows to one viewer: the view of a game, its layout (`screen`), and the
    facts of the table. Templates get all of it by these names.

    `seat` is the reader's, `viewer` the one whose view is shown; `moment` is a past one, or None.
    """

    seat: int | None
    viewer: int | None
    alert: str
    moment: Any
    table: Any
    players: tuple[ShownPlayer, ...]
    view: V
    screen: L
    moves: tuple[Move, ...]
    your_turn: bool
    final: bool
    turns: Sequence[Turn]
    """The newest turns of the log, the newest first."""
    brief: Callable[..., Any] | None
    since: tuple[Any, ...]
    since_at: Callable[[int], str] | None
    to: Callable[[int], str] | None
    """The address of a ply, if the lines of the log are links."""
    say: str
    """The newest turn as a sentence."""
    may_undo: bool
    hint: Any
    plans: Any
    first_lines: Sequence[Any]
    scene: Scene | None
    hands: Sequence[Hand]
    ending: Any = None

    @property
    def under_way(self) -> bool:
        """Tell whether a seat must act, now or at this moment."""
        turn: int | None = self.view.turn  # type: ignore[attr-defined]
        return turn is not None and (self.moment is not None or self.table.status == "running")

    @property
    def marks(self) -> str:
        """Return the classes of the root that all games have, each with a space before it."""
        return (" is-open" if self.hands else "") + (" is-refused" if self.alert else "")

    def says(self, more: str = "") -> str:
        """Return the announcement for screen readers after a change; `more` follows on one's own
        turn."""
        said = f"{self.say}. " if self.say else ""
        if self.your_turn:
            return f"{said}{_('Your turn.')}{more}"
        return f"{said}{self.ending.headline}." if self.final else said

    def acts(self, player: ShownPlayer) -> str:
        """Return "you" or "other" if this player has to act, and "" otherwise."""
        if not self.under_way or self.view.turn != player.number:  # type: ignore[attr-defined]
            return ""
        return "you" if player.you and not self.moment else "other"
