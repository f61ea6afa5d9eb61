"""How a program plays Exhibition. Nothing is hidden but the order of the stock and other people's
decades."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Any, Final

from games.bots.protocol import Bot, Dice
from games.exhibition.actions import DEPOT, Action
from games.exhibition.appraisal import NEVER, Taste
from games.exhibition.engine import ENGINE
from games.exhibition.playout import Playout
from games.exhibition.state import State
from games.exhibition.view import View
from games.kernel.protocol import Seat

CLUB: Final = Taste()
BEGINNER: Final = Taste(fill=0.5, focus=0.0, near=0.0, six=0.0, wide=0.0, barren=0.0, stop=6.0)
"""Points at once; where it leads to, and what becomes of the other spots, counts for little."""
CONSIDERED: Final = 6
"""So many of the legal actions an Expert tries."""


class ExhibitionBot:
    engine = ENGINE
    playouts = 160

    def beginner(self, view: View, seat: Seat, legal: Sequence[Action], rng: Dice) -> Action:
        return ranked(ENGINE.imagine(view, rng), seat, legal, BEGINNER)[0]

    def club(self, view: View, seat: Seat, legal: Sequence[Action], rng: Dice) -> Action:
        return ranked(ENGINE.imagine(view, rng), seat, legal, CLUB)[0]

    def candidates(self, view: View, seat: Seat, legal: Sequence[Action]) -> Sequence[Action]:
        return ranked(ENGINE.imagine(view, Unshuffled()), seat, legal, CLUB)[:CONSIDERED]

    def playout(self, state: State, seat: Seat, rng: Dice) -> float:
        game = Playout(state, seat, CLUB)
        game.play_out(rng)
        return game.points()


class Unshuffled:
    """Dice for those who do not look at what is hidden."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        pass

    def randrange(self, start: int, /) -> int:
        return 0


def ranked(state: State, seat: Seat, legal: Sequence[Action], taste: Taste) -> list[Action]:
    """Legal actions by rules of thumb, best first. Of the state only what everybody sees is asked
    for, and the own decade."""
    game = Playout(state, seat, taste)

    def worth(action: Action) -> float:
        if action.verb == "take":
            return game.brings(action.which)
        if action.verb == "move":
            return -game.barren(state.taken, action.which)
        if action.verb == "place":
            return game.sketch.gain(state.taken, action.which)
        if action is DEPOT:
            return -1 - taste.depot
        return NEVER if game.sketch.hopes() else -NEVER

    return sorted(legal, key=worth, reverse=True)


BOT: Bot[State, Action, View] = ExhibitionBot()
