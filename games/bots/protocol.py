"""The contract of a bot: what `games/<slug>/bot.py` answers, in a value `BOT` that satisfies `Bot`;
there is no base class.

A bot is never given a state of the table, only the view of its seat. States reach it from
`engine.imagine`, so what is hidden from its seat is hidden from it. The same view and the same dice
give the same choice.

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
"""Weakest first."""


class Dice(Rng, Protocol):
    """What bots may ask of dice; `random.Random` satisfies it."""

    def random(self) -> float: ...


class Still:
    """Dice that leave everything as it lies: `imagine` with them where hidden cards do not
    matter."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        pass

    def randrange(self, start: int, /) -> int:
        return 0


def never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Budget:
    """How long an Expert may think. Playouts are the same everywhere; `over` is a clock's word from
    outside, asked after every deal."""

    playouts: int
    over: Callable[[], bool] = never


S = TypeVar("S")
A = TypeVar("A")
V = TypeVar("V")


class Bot(Protocol[S, A, V]):
    """How one game is played: two levels by rules of thumb, and what the search of the third must
    know (bots.search).

    `legal` are the engine's legal actions, at least two. Every choice is one of them.
    """

    engine: Engine[S, A, V]
    playouts: int
    """What an Expert spends on one choice: less than a second on one core."""

    def beginner(self, view: V, seat: Seat, legal: Sequence[A], rng: Dice) -> A:
        """Sensible, with the mistakes that beginners make."""

    def club(self, view: V, seat: Seat, legal: Sequence[A], rng: Dice) -> A:
        """Rules of thumb, in less than a millisecond."""

    def candidates(self, view: V, seat: Seat, legal: Sequence[A]) -> Sequence[A]:
        """What an Expert thinks about: the most promising of `legal`, best first, what Club would
        do among them."""

    def playout(self, state: S, seat: Seat, rng: Dice) -> float:
        """Play an imagined state on, and say what became of it for the seat; more is better. Never
        for ever: under a cap of plies.

        Where speed is not everything: `return follow(self, state, seat, rng)`, which asks a `Light`
        bot ply by ply.
        """


class Light(Protocol[S, A, V]):
    """What `bots.search.follow` asks: a light policy for every seat, and what has come of it."""

    @property
    def engine(self) -> Engine[S, A, V]: ...

    plies: int
    """The cap of a playout; what it has come to by then is valued as it stands."""

    def policy(self, state: S, seat: Seat, rng: Dice) -> A:
        """A legal action: any seat's, light, from what that seat would know."""

    def value(self, state: S, seat: Seat) -> float:
        """What a playout was worth to the seat. It ends with the game, the deal (chance is due) or
        its plies."""


AnyBot: TypeAlias = Bot[Any, Any, Any]
