"""The contract of a bot: `games/<slug>/bot.py` has a value `BOT` that satisfies `Bot`. There is no
base class.

A bot is given the view of its seat and never a state of the table. It gets states from
`engine.imagine`, so cards that are hidden from its seat are hidden from it. The same view and the
same dice give the same choice.

    from games.bots.choosing import choose
    action = choose(bot, "club", view, seat, engine.legal_actions(state, seat), rng)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, TypeVar, get_args

from games.kernel.protocol import Engine, Rng, Seat

Level: TypeAlias = Literal["beginner", "club", "expert", "master"]
LEVELS: tuple[Level, ...] = get_args(Level)
"""The weakest first."""
PLAIN: tuple[Level, ...] = ("beginner", "club")
"""The levels that do not search. Every bot has them."""


class Dice(Rng, Protocol):
    """The random numbers that bots may ask for. `random.Random` satisfies it."""

    def random(self) -> float:
        """Return a random number, 0 ≤ number < 1."""


class Still:
    """Dice without chance: they keep every order and always return 0. For `imagine` where hidden
    cards do not matter."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Leave the items in their order."""
        pass

    def randrange(self, start: int, /) -> int:
        """Return 0."""
        return 0


def never() -> bool:
    """Return False: the time is never up."""
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of one choice by search: a number of playouts, and `over`, which the search
    calls after every imagined deal and which returns True when the time is up."""

    playouts: int
    over: Callable[[], bool] = never


S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")
W = TypeVar("W")
C = TypeVar("C", contravariant=True)

Line: TypeAlias = tuple[A, ...]
"""Actions of one seat, one after the other: an action, or several steps of one turn."""


class Bot(Protocol[S, A, V]):
    """A bot of one game: two levels that play by a policy, and what the levels that search need
    (bots.search).

    `legal` are the engine's legal actions, at least two. Every choice is one of them.

    A bot may have more: `deals(view, seat, rng)` yields states that agree with the view, without
    end, the likely ones more often: the search asks for these instead of `engine.imagine`, and a
    review for those of `likely`, with the same arguments. `doubt` is the margin, in standard
    errors, by which another line has to prove better than the policy's. `belief` is the number of
    playouts like which the policy's own judgement counts: `gains(view, seat)` are what it expects
    of each candidate, in their order and in the units of a playout; only differences count.
    `often(view)` returns how many playouts are made from here for each one of the budget, so that
    a late choice takes about as long as an early one.
    """

    engine: Engine[S, A, V]
    playouts: Mapping[Level, int]
    """By level, the playouts for one choice: less than a second on one core. A game has these
    levels besides Beginner and Club (`levels`)."""

    def beginner(self, view: V, seat: Seat, legal: Sequence[A], rng: Dice) -> A:
        """Return a sensible choice, with the mistakes that beginners make."""

    def club(self, view: V, seat: Seat, legal: Sequence[A], rng: Dice) -> A:
        """Return the choice of the policy, in less than a millisecond."""

    def candidates(self, view: V, seat: Seat, legal: Sequence[A]) -> Sequence[Line[A]]:
        """Return the lines that the search compares: the most promising, best first.

        The first action of each is one of `legal`. Where a turn has several steps, the seat's
        next ones may follow; each has to be legal whatever is hidden.
        """

    def playout(self, state: S, seat: Seat, rng: Dice) -> float:
        """Play an imagined state out, and return its value to the seat; more is better. A cap of
        plies ends every playout.

        Where speed matters less, `return follow(self, state, seat, rng)` asks a `Light` bot ply by
        ply.
        """


class Light(Protocol[S, A, V]):
    """A light policy for every seat, and the worth of a position, as `bots.search.follow` needs
    them."""

    @property
    def engine(self) -> Engine[S, A, V]:
        """Return the engine of the game."""

    plies: int
    """The cap of a playout. A position that is reached by then is valued as it is."""

    def policy(self, state: S, seat: Seat, rng: Dice) -> A:
        """Return a legal action of the seat, computed quickly and only from what this seat would
        know."""

    def value(self, state: S, seat: Seat) -> float:
        """Return the worth of a position to the seat. A playout ends with the game, with the deal
        (chance is due), or at the cap of plies."""


class Learner(Protocol[C, W]):
    """A bot whose policy has weights, which `benchmarks.tune` climbs."""

    weights: W
    """The weights that stand in weights.json (bots.weights)."""

    def contest(self, state: C, weights: Sequence[W], dice: Dice) -> Sequence[float]:
        """Play a dealt state to its end, each seat by the policy with its own weights and without
        search. Return the worth of the end to each seat: the more, the better."""


class Result(NamedTuple):
    """The end of a game that was played out, for one seat."""

    ahead: float
    """The points that the seat is ahead, as the game counts them; alone, its points."""
    won: float
    """The probability that the seat wins, from 0 to 1: certain at the end of a game, an estimate
    where more is to be dealt."""


class Reviewer(Protocol[C]):
    """A bot that can evaluate decisions (bots.evaluation)."""

    worlds: int
    """The number of imagined deals on which each line of a decision is tried, by default."""
    slip: float
    """The smallest loss, in points, that a review mentions."""

    def results(self, state: C, seat: Seat, rng: Dice, *, whole: bool = False) -> Sequence[Result]:
        """Play an imagined state on, each seat by the strongest policy. Return the results by seat.

        `whole`: to the end of what has been dealt. Without it the playout may stop where the
        policy's own expectation tells two lines apart with less luck. The decision is `seat`'s:
        what it draws from an unknown deck may be any card that is there.
        """


AnyBot: TypeAlias = Bot[Any, Any, Any]
AnyReviewer: TypeAlias = Reviewer[Any]


def levels(bot: AnyBot | None) -> tuple[Level, ...]:
    """Return the levels that a bot has, the weakest first; those that need no search, if there is
    no bot."""
    searched = bot.playouts if bot else ()
    return tuple(level for level in LEVELS if level in PLAIN or level in searched)
