"""The deals that the yardstick imagines, as on its day: of a suit with a large discard pile, too
many cards lie late in the stock, and too few in the other hand. The engine's own are right now."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

from games.kernel.protocol import Rng
from games.lost_cities.engine import LostCities
from games.lost_cities.state import State
from games.lost_cities.view import View, imagine


class Once:
    """Dice that shuffle the first thing that they are asked to, and leave the rest as it lies."""

    def __init__(self, rng: Rng) -> None:
        self.rng = rng
        self.shuffled = False

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Put the items in random order, in place, the first time."""
        if not self.shuffled:
            self.rng.shuffle(x)
        self.shuffled = True

    def randrange(self, start: int, /) -> int:
        """Return a random number, 0 ≤ number < start."""
        return self.rng.randrange(start)


class AsItWas(LostCities):
    """The engine, with the deals of that day."""

    @staticmethod
    def imagine(view: View, rng: Rng) -> State:
        """Return a state that agrees with the view."""
        return imagine(view, Once(rng))
