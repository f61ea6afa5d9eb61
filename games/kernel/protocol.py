"""The engine contract: the methods of a game, and the values that pass between it and its table.

An engine is any value that satisfies `Engine`; there is no base class. States, actions and views
are frozen and hashable. Chance is an entry of the log: an engine asks for cards to be shuffled
(`chance`) and is told their order (`deal`). It never draws by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Protocol, TypeAlias, TypeVar

Seat: TypeAlias = int
"""A numbered place at a table, from 0."""

MAX_CODE = 64
UNDO = "undo"
"""The log entry that takes back the seat's last entry. No engine may use it as a code."""


def gettext_noop(message: str) -> str:
    """Return the English text, marked for translation. The site translates it when it shows it."""
    return message


class IllegalAction(ValueError):
    """The code is not among the legal actions of that seat."""


class BadSetup(ValueError):
    """Seats, options or ruleset that the engine does not know."""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made by the player who opens the table. `labels`, `notes` and `brief` have one text
    for each of `choices`, or are empty; `brief` is the choice for rows of a list, without the
    option's label ("3 rounds"). `variation` is False if the option says how long a game is."""

    name: str
    choices: tuple[str, ...]
    default: str
    label: str
    labels: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    brief: tuple[str, ...] = ()
    variation: bool = True


@dataclass(frozen=True, slots=True)
class Setup:
    """Seats, options and ruleset, fixed before play. Option values are strings; an option that is
    missing has its default."""

    seats: int
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    ruleset: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "options", {name: str(value) for name, value in self.options.items()}
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game, by seat: total scores, and places from 1. Ties share a place, and the next
    place is skipped."""

    scores: tuple[int, ...]
    places: tuple[int, ...]


class Rng(Protocol):
    """The random numbers that `imagine` may ask for. `random.Random` and `kernel.shuffle.Stream`
    satisfy it."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Put the items in random order, in place."""

    def randrange(self, start: int, /) -> int:
        """Return a random number, 0 ≤ number < start."""


S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


class Engine(Protocol[S, A, V]):
    """The rules of one game."""

    slug: str
    title: str
    seats: range
    ruleset: int
    options: tuple[Option, ...]
    automatic: frozenset[str]

    def start(self, setup: Setup) -> S:
        """Return the state before the first entry. Raise BadSetup."""

    def chance(self, state: S) -> tuple[str, ...]:
        """Return the cards to be shuffled now, as a multiset; () for none."""

    def deal(self, state: S, cards: tuple[str, ...]) -> S:
        """Return the state after chance has put these cards in this order. Raise IllegalAction if
        they are not the cards of `chance`."""

    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats that must act: none while chance is due, and at the end."""

    def legal_actions(self, state: S, seat: Seat) -> Sequence[A]:
        """Return the seat's legal actions; () unless it must act."""

    def apply(self, state: S, seat: Seat, action: A) -> S:
        """Return the state after a legal action. The action is not checked again."""

    def outcome(self, state: S) -> Outcome | None:
        """Return the outcome; None until the game is over."""

    def view(self, state: S, viewer: Seat | None) -> V:
        """Return the view of one seat, or of a spectator (None). Build it up from facts; never copy
        the state and remove parts."""

    def imagine(self, view: V, rng: Rng) -> S:
        """Return a full state that agrees with the view. Its hidden cards lie at random anywhere
        that the view allows."""

    def encode(self, action: A) -> str:
        """Return the code of an action: ASCII without commas, at most 64 characters. It names a
        choice and never the result."""


AnyEngine: TypeAlias = Engine[Any, Any, Any]


class Coded(Protocol):
    """An action that carries its code."""

    @property
    def code(self) -> str:
        """Return the code of this action."""


code_of: Callable[[Coded], str] = attrgetter("code")
"""Return the code of an action that carries it: the `encode` of most engines."""


def usual_length(engine: AnyEngine, setup: Setup) -> int:
    """Return the usual number of log entries of a finished game, by its engine; 0 if unknown.

    An engine may have a method of this name. It returns a fixed number, near the median of many
    games. Ratings depend on it and are computed again from the first game, so a changed number
    changes them.
    """
    tell: Callable[[Setup], int] | None = getattr(engine, "usual_length", None)
    return tell(setup) if tell else 0


def chosen(engine_options: Sequence[Option], setup: Setup) -> dict[str, str]:
    """Return all options of a setup by name, defaults filled in. Raise BadSetup on an unknown name
    or choice."""
    unknown = set(setup.options) - {option.name for option in engine_options}
    if unknown:
        raise BadSetup(f"unknown option: {', '.join(sorted(unknown))}")
    result = {}
    for option in engine_options:
        value = setup.options.get(option.name, option.default)
        if value not in option.choices:
            raise BadSetup(f"{option.name} must be one of {', '.join(option.choices)}, not {value}")
        result[option.name] = value
    return result


def places(scores: Sequence[int], *, low_wins: bool = False) -> tuple[int, ...]:
    """Return places by score: ties share a place and the next is skipped (1 1 3)."""
    sign = -1 if low_wins else 1
    return tuple(1 + sum(sign * other > sign * score for other in scores) for score in scores)
