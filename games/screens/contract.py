"""The contract of a game's screen: words for its moves, a layout for its board, and what the lobby
tells of it.

A game's `screen.py` ends with `SCREEN`, a value of this type; there is no base class. Everything
has a default, so a game begins with none of it: then its moves are listed as buttons, and its
codes stand for words. The registry hands out the engine and the screen of a game together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from django.utils.functional import Promise

from games.kernel.protocol import Seat
from games.screens import advice
from games.screens.cards import Card
from games.screens.lens import Lens
from games.screens.plans import Planning
from games.screens.progress import ROUND, Progress
from games.screens.regions import Drawn, Macro, Region
from games.screens.share_card import Display
from games.screens.suits import SUITS, Face, Suits
from games.screens.values import ShownPlayer, Sight

V = TypeVar("V")
"""The view of the game's engine."""

CODES = Macro("screens/moves.html", "codes")
Text: TypeAlias = str | Promise
Codes: TypeAlias = Sequence[str]


def listed(player: str, you: bool, codes: Codes) -> str:
    """Return "Ann: play C3, end": a turn in codes."""
    return f"{player}: {', '.join(codes)}"


def as_they_are(codes: Codes, before: Iterable[Codes]) -> Codes:
    """Return the codes of a turn: the log tells all there is to know."""
    return codes


def one_piece(sight: Sight[Any, Any]) -> Drawn:
    """Return a board that is one region: the moves as buttons, and the rest in the template."""
    found = {"moves": Region(CODES, (sight.moves,)), "log": Region(CODES, ((),))}
    return Drawn(found, say=sight.say, around=sight.table.version)


@dataclass(frozen=True, slots=True)
class Brief:
    """A turn at a glance: its cards, where they went, and the same in fewer letters."""

    cards: tuple[Card, ...] = ()
    where: str = ""
    short: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Daily:
    """The terms of the game as a deal of the day: how many seats, 0 for as few as it allows but two
    if it can; and its options. One opponent is the strongest bot, several are Club bots."""

    seats: int = 0
    options: Mapping[str, str] = field(default_factory=dict)


BOT_NAMES = ("Ace", "Deuce", "Trey", "Pip", "Knave", "Domino", "Rummy", "Whist")
"""The names of bots in a game that has none of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """The lobby's facts about a game. `minutes`: the length of a usual game; `cover`: the name of a
    static file."""

    tagline: Text = ""
    blurb: Text = ""
    minutes: int | None = None
    cover: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen(Generic[V]):
    """The presentation of a game. All functions are pure: the same arguments give the same answer
    in one language, and texts come from gettext at the moment of the call."""

    about: About = field(default_factory=About)

    first_lines: tuple[Text, ...] = ()
    """Two sentences for a first game: the goal, and the turn. The board shows them until they are
    dismissed (screens/first.html)."""

    styles: Sequence[str] = ()
    """Static files of the board's style that come after its board.css."""

    script: str = ""
    """A static file of the board's own script, loaded before board.js; "" for none."""

    layout: Callable[[V, Codes, Seat | None], object] = lambda view, codes, viewer: None
    """(view, legal codes, viewer) → what the template gets as `screen`: everything in the order
    and the measures of the board. `viewer` None: a spectator. None: the template needs nothing but
    the view."""

    regions: Callable[[Sight[V, Any]], Drawn] = one_piece
    """(the viewer's sight) → the board by its regions, of which pages get those that changed.
    Without it every change sends the whole board."""

    lens: Callable[[V, Sequence[str]], Lens | None] | None = None
    """(view of a seat, names of cards that came with a request) → the prospects of each place with
    them, from this view alone; None for cards that the viewer may not ask about. None: the game has
    no lens."""

    say: Callable[[str], str] = lambda code: code
    """(code) → the words of its button."""

    tell: Callable[[str, bool, Codes], str] = listed
    """(player's name, whether that is the reader, codes of the turn) → the turn in one plain
    sentence without a full stop. Everybody reads it, so it names a card only where the code shows
    it to all."""

    recall: Callable[[Codes, Iterable[Codes]], Codes] = as_they_are
    """(codes of a turn, codes of the turns before it since the deal, newest first) → the codes as
    `tell` gets them for a log: a game may name the public card that one of them took. The turns
    before it may be incomplete; then the codes stay as they are."""

    known: Callable[[V, Sequence[Codes]], Sequence[Codes]] = lambda view, turns: turns
    """(view, codes of the viewer's turns since the newest deal, newest first) → the same turns with
    codes as `tell` gets them for the viewer alone, for example with the card that was drawn."""

    brief: Callable[[Codes], Brief] | None = None
    """(codes of a turn) → the turn at a glance, where there is no room for the sentence of `tell`.
    None: the game shows its sentences only."""

    pictured: Callable[[Codes], tuple[Face, ...]] = lambda codes: ()
    """(codes of a turn) → its public cards, for lists of tables and mails."""

    suits: Suits = field(default_factory=lambda: SUITS)
    """The suits of its cards, by letter. A game with symbols of its own gives `Suit`s that name
    their sprite; its board.css draws them on the board, by `data-suit`."""

    cut: Callable[[Codes], Sequence[Codes]] | None = None
    """(codes of one seat in a row) → the same by turns. None: they are one turn."""

    open_hand: Callable[[V], Sequence[Any]] | None = None
    """(view) → the viewer's hand as cards, for replays with all cards open. None: the game shows
    no hands, and its replays do not offer it."""

    compose: Callable[[V, Codes], tuple[str, str]] | None = None
    """(view, names of cards) → the code for these cards when a form sends cards and no code, and
    the reason why they cannot be played, or "". None: forms send codes."""

    forced: Callable[[V, Codes], str] = lambda view, codes: ""
    """(view of the seat to act, its legal codes) → the code that the page sends by itself after a
    moment, to end a turn that its player has begun; "" if there is a choice. Only where everybody
    can see that there is none, or the pause would reveal hidden cards."""

    reveals: Callable[[V, str], bool] | None = None
    """(view of a seat, code of the action that the seat has just played) → whether it showed the
    seat a hidden card, so that no button takes it back. None: the table imagines deals to find
    out, which costs more."""

    progress: Callable[[V], Progress] = lambda view: Progress()
    """(any viewer's view of a running game) → its round and scores, for lists of tables. Only what
    everybody at the table knows."""

    round_name: Text = ROUND
    """What one of its rounds is called, with %(number)s."""

    scene: bool = False
    """True: the board shows the end of a deal in the block `scene` until the reader goes on."""

    share: Callable[[V, Mapping[Seat, str]], Display | None] = lambda view, winners: None
    """(a spectator's view of the end, names of the winners by seat) → cards and words for the
    picture of an ended game; None: its cover."""

    best: Callable[[V, Sequence[ShownPlayer]], str] = lambda view, players: ""
    """(a spectator's view of the end, players by seat) → a highlight of the game in one line, for
    the result; "" for none."""

    daily: Daily = field(default_factory=Daily)
    """The terms of its deals of the day."""

    turns: Callable[[Mapping[str, str]], int] = lambda options: 0
    """(every option with its value) → about how many turns each seat has, for the length of a game;
    0: unknown."""

    why: Callable[[V, Seat, str, str | None], str] = advice.unexplained
    """(view of the seat, the seat, a legal code, another one or None) → the weightiest reason for
    the code, if possible one that the other lacks: a sentence of at most advice.LONGEST characters
    that begins in lower case and uses the view alone."""

    chooses: Callable[[V, str], Sequence[str]] = lambda view, code: ()
    """(view, legal code) → the ids of the radios and boxes that choose the cards of the code, which
    a hint ticks; () where a code is its button."""

    planning: Planning[V] = field(default_factory=Planning)
    """What players may leave for their next turn while they wait (screens/plans.py)."""

    bot_names: Sequence[str] = BOT_NAMES
    """The names of its bots: ASCII, short, all different, and more than the game has seats, since a
    name of a person at the table is left out."""


AnyScreen: TypeAlias = Screen[Any]
