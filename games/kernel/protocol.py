"""The engine contract: what a game must answer, and the values that pass between a game and its
table.

An engine is any value that satisfies `Engine`; there is no base class. States, actions and views
are frozen and hashable. Chance is written down: an engine asks for cards to be shuffled (`chance`)
and is told their order (`deal`); it never draws itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar

Seat: TypeAlias = int
"""A numbered place at a table, from 0."""

MAX_CODE = 64
UNDO = "undo"
"""The log entry that takes the seat's last entry out of the position. No engine may use it as a
code."""


def gettext_noop(message: str) -> str:
    """Mark an English text for translation; the site translates it where it is shown."""
    return message


class IllegalAction(ValueError):
    """The code is not among the legal actions of that seat."""


class BadSetup(ValueError):
    """Seats, options or ruleset that the engine does not know."""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made by whoever opens the table. `labels` and `notes` go with `choices`, one each,
    or are empty."""

    name: str
    choices: tuple[str, ...]
    default: str
    label: str
    labels: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Setup:
    """Seats, options and ruleset, fixed before play. Option values are strings; missing ones mean
    the default."""

    seats: int
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    ruleset: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "options", {name: str(value) for name, value in self.options.items()}
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, by seat number: total scores, and places from 1 (ties share a place, the
    next is skipped)."""

    scores: tuple[int, ...]
    places: tuple[int, ...]


class Rng(Protocol):
    """What `imagine` may ask of dice; `random.Random` satisfies it, and so does
    `kernel.shuffle.Stream`."""

    def shuffle(self, x: MutableSequence[Any]) -> None: ...
    def randrange(self, start: int, /) -> int: ...


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
        """The state before the first entry; raises BadSetup."""

    def chance(self, state: S) -> tuple[str, ...]:
        """The cards that must be shuffled now (a multiset), or ()."""

    def deal(self, state: S, cards: tuple[str, ...]) -> S:
        """The state after chance has put those cards in this order; raises IllegalAction if they
        are others."""

    def to_act(self, state: S) -> frozenset[Seat]:
        """Who may act; empty while chance is due, and at the end."""

    def legal_actions(self, state: S, seat: Seat) -> Sequence[A]:
        """Everything that the seat may do now; empty when it is not to act."""

    def apply(self, state: S, seat: Seat, action: A) -> S:
        """The state after a legal action. Trusted: nothing is checked again."""

    def outcome(self, state: S) -> Outcome | None:
        """None until the game is over."""

    def view(self, state: S, viewer: Seat | None) -> V:
        """What one seat, or a spectator (None), may know: built from facts, never stripped down."""

    def imagine(self, view: V, rng: Rng) -> S:
        """A full state that agrees with the view, its hidden cards put anywhere they may be."""

    def encode(self, action: A) -> str:
        """The code of an action: ASCII without commas, at most 64 characters, naming a choice and
        never its result."""


AnyEngine: TypeAlias = Engine[Any, Any, Any]


class Coded(Protocol):
    """An action that carries its code."""

    @property
    def code(self) -> str: ...


def code_of(action: Coded) -> str:
    """Return the code of an action that carries it: the `encode` of most engines."""
    return action.code


def usual_length(engine: AnyEngine, setup: Setup) -> int:
    """Return how many entries the log of a game usually has that is played to its end, as its
    engine tells; 0 where it does not.

    An engine may have a method of this name. It gives a fixed number, near the median of many
    games: ratings go by it, and are reckoned again from the beginning, so a changed number changes
    them.
    """
    tell: Callable[[Setup], int] | None = getattr(engine, "usual_length", None)
    return tell(setup) if tell else 0


def chosen(engine_options: Sequence[Option], setup: Setup) -> dict[str, str]:
    """All options of a setup with defaults filled in; raises BadSetup on an unknown name or
    choice."""
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
    """Places by score: ties share one and the next is skipped (1 1 3)."""
    sign = -1 if low_wins else 1
    return tuple(1 + sum(sign * other > sign * score for other in scores) for score in scores)
