"""The search of the yardstick: imagine the hidden cards, try each candidate on the same imagined
deals, play them out, keep the better half, and repeat."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Protocol

from games.bots.protocol import Dice
from games.kernel.protocol import AnyEngine, Seat

DOUBT = 1.0
"""The margin of proof, in standard errors."""


class Expert(Protocol):
    """A bot that is no longer changed."""

    engine: AnyEngine
    playouts: int

    def candidates(self, view: Any, seat: Seat, legal: Sequence[Any]) -> Sequence[Any]:
        """Return the most promising actions, best first."""

    def playout(self, state: Any, seat: Seat, rng: Dice) -> float:
        """Play an imagined state on, and return its worth to the seat."""


def search(bot: Expert, view: Any, seat: Seat, legal: Sequence[Any], rng: Dice) -> Any:
    """Return the first candidate, or another one that proved better."""
    first, *others = candidates = list(bot.candidates(view, seat, legal))
    if not others:
        return first
    worths: list[list[float]] = [[] for _ in candidates]
    rivals = list(range(1, len(candidates)))
    rounds = (len(others) - 1).bit_length() + 1
    while True:
        tried = [0, *rivals]
        for _ in range(max(1, bot.playouts // (rounds * len(tried)))):
            state = bot.engine.imagine(view, rng)
            for number in tried:
                worths[number].append(
                    bot.playout(bot.engine.apply(state, seat, candidates[number]), seat, rng)
                )
        rivals.sort(key=lambda number: (-sum(worths[number]), number))
        if len(rivals) == 1:
            break
        rivals = rivals[: (len(rivals) + 1) // 2]
    return candidates[rivals[0]] if proved(worths[rivals[0]], worths[0]) else first


def proved(worths: Sequence[float], others: Sequence[float]) -> bool:
    """Tell whether one candidate is better than the other by more than luck. Both have one worth
    for each imagined deal, in the same order."""
    more = [one - other for one, other in zip(worths, others, strict=True)]
    return len(more) > 1 and fmean(more) > DOUBT * stdev(more) / sqrt(len(more))
