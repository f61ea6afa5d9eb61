"""The bot of Exhibition. Only the order of the stock and the decades of other seats are hidden."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from benchmarks.yardstick.exhibition.appraisal import NEVER, Taste
from benchmarks.yardstick.exhibition.playout import Playout
from games.bots.protocol import Dice, Still
from games.exhibition.actions import DEPOT, Action
from games.exhibition.engine import ENGINE
from games.exhibition.state import State
from games.exhibition.view import View
from games.kernel.protocol import Seat

CLUB: Final = Taste()
CONSIDERED: Final = 6
"""The number of legal actions that an Expert tries."""


class ExhibitionBot:
    """The bot of Exhibition."""

    engine = ENGINE
    playouts = 160

    def candidates(self, view: View, seat: Seat, legal: Sequence[Action]) -> Sequence[Action]:
        """Return the best choices by Club's weights, best first."""
        return ranked(ENGINE.imagine(view, Still()), seat, legal, CLUB)[:CONSIDERED]

    def playout(self, state: State, seat: Seat, rng: Dice) -> float:
        """Play the game on for the seat, and return its points."""
        game = Playout(state, seat, CLUB)
        game.play_out(rng)
        return game.points()


def ranked(state: State, seat: Seat, legal: Sequence[Action], taste: Taste) -> list[Action]:
    """Return the legal actions by rules of thumb, best first. They use only what everybody sees,
    and the own decade."""
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


EXPERT = ExhibitionBot()
