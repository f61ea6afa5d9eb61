"""The contract of a bot: `games/<slug>/bot.py` has a value `BOT` that satisfies `Bot`. There is no
base class.

A bot is given the view of its seat and never a state of the table. It gets states from
`engine.imagine`, so cards that are hidden from its seat are hidden from it. The same view and the
same dice give the same choice.

    from games.bots.choosing import choose
    action = choose(bot, "club", view, seat, engine.legal_actions(state, seat), rng)
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, get_args

from games.kernel.protocol import Engine, Rng, Seat

Level: TypeAlias = Literal["beginner", "club", "expert"]
LEVELS: tuple[Level, ...] = get_args(Level)
"""The weakest first."""


class Dice(Rng, Protocol):
    """The random numbers that bots may ask for. `random.Random` satisfies it."""

    def random(self) -> float:
        """Return a random number, 0 ≤ number < 1."""


class Still:
    """Dice without chance: they leave every order as it is and always return 0. For `imagine` where
    hidden cards do not matter."""

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
    """The limits of one choice of an Expert: a number of playouts, and `over`, which the search
    calls after every imagined deal and which returns True when the time is up."""

    playouts: int
    over: Callable[[], bool] = never


S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


class Bot(Protocol[S, A, V]):
    """A bot of one game: two levels that play by rules of thumb, and what the search of the third
    level needs (bots.search).

    `legal` are the engine's legal actions, at least two. Every choice is one of them.
    """

    engine: Engine[S, A, V]
    playouts: int
    """The playouts that an Expert makes for one choice: less than a second on one core."""

    def beginner(self, view: V, seat: Seat, legal: Sequence[A], rng: Dice) -> A:
        """Return a sensible choice, with the mistakes that beginners make."""

    def club(self, view: V, seat: Seat, legal: Sequence[A], rng: Dice) -> A:
        """Return the choice of the rules of thumb, in less than a millisecond."""

    def candidates(self, view: V, seat: Seat, legal: Sequence[A]) -> Sequence[A]:
        """Return the actions that an Expert compares: the most promising of `legal`, best first.
        The first is the one that Club prefers among them."""

    def playout(self, state: S, seat: Seat, rng: Dice) -> float:
        """Play an imagined state on to an end, and return its worth to the seat; more is better. A
        cap of plies ends every playout.

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


AnyBot: TypeAlias = Bot[Any, Any, Any]
