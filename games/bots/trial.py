"""The lines of a decision, tried on the same imagined deals, piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping, Sequence
from itertools import islice
from math import sqrt
from statistics import fmean, stdev
from typing import Any, TypeAlias, cast

from games.bots.protocol import AnyBot, AnyReviewer, Dice, Line, Result
from games.bots.search import after, imagined
from games.kernel.protocol import Seat

BEHIND = 3.0
"""A line is dropped when it is behind the best by so many standard errors."""
LOOKS = (8, 4, 2)
"""The parts of the first half after which lines may be dropped."""
PIECE = 2000
"""The work of a piece: its playouts, times the seats of the game."""

DiceBox = Callable[[str], Dice]
"""A function from a name to dice."""
Kept = MutableMapping[str, Any]
"""The pieces of a stage by name, as JSON values."""
Decision: TypeAlias = tuple[int, Seat, Any]
"""The ply of a decision, its seat, and its view."""


class Trial:
    """The lines of a decision, tried on the same imagined deals."""

    def __init__(
        self, bot: AnyBot, seats: int, decision: Decision, dice: DiceBox, kept: Kept
    ) -> None:
        self.bot, self.seats, (self.ply, self.seat, view) = bot, seats, decision
        self.dice, self.kept = dice, kept
        self.deals = likely(bot, view, self.seat, dice(f"{self.ply} deals"))
        self.pieces: list[str] = []
        """The names of the pieces made or found."""
        self.behind, self.worlds = 0, 0
        """Of all requested deals (`worlds`), those not imagined, since their results are kept."""
        self.chance = 0.5
        """The seat's probability to win by the chosen line."""

    def play(
        self, lines: Sequence[Line[Any]], worlds: int, seats: Sequence[Seat]
    ) -> Iterator[list[list[Result]]]:
        """Yield for so many imagined deals the results by line, and by these seats."""
        while worlds:
            count = min(worlds, max(1, PIECE // (len(lines) * self.seats)))
            name = f"{self.ply} {self.worlds}"
            if name in self.kept:
                count = len(self.kept[name])
                self.behind += count
            else:
                self.kept[name] = self._piece(name, lines, count, seats)
            self.pieces.append(name)
            self.worlds += count
            worlds -= count
            for world in self.kept[name]:
                yield [[Result(*each) for each in line] for line in world]

    def _piece(
        self, name: str, lines: Sequence[Line[Any]], count: int, seats: Sequence[Seat]
    ) -> list[list[list[Result]]]:
        """Return the results of the lines on the next deals."""
        next(islice(self.deals, self.behind, self.behind), None)  # passes over them
        self.behind = 0
        rng, found = self.dice(name), []
        for state in islice(self.deals, count):
            ends = [after(self.bot, state, self.seat, line) for line in lines]
            got = [results(self.bot, end, self.seat, rng) for end in ends]
            found.append([[each[seat] for seat in seats] for each in got])
        return found

    def choose(
        self, lines: Sequence[Line[Any]], played: Any, worlds: int
    ) -> tuple[Line[Any], Line[Any]]:
        """Return the best line, and the best that begins with the played action."""
        tried = list(lines)
        won: list[list[Result]] = [[] for _ in tried]
        looks = sorted({worlds // part for part in LOOKS} - {0})
        for stop in [*looks, worlds] if len(tried) > 1 else [max(1, worlds // LOOKS[0])]:
            for world in self.play(tried, stop - len(won[0]), [self.seat]):
                for so_far, (result,) in zip(won, world, strict=True):
                    so_far.append(result)
            if stop < worlds:
                keep = still(won, [line[0] == played for line in tried])
                tried, won = [tried[at] for at in keep], [won[at] for at in keep]
        order = sorted(range(len(tried)), key=lambda at: -mean(won[at]))
        best, own = order[0], next(at for at in order if tried[at][0] == played)
        self.chance = fmean([each.won for each in won[best]])
        return tried[best], tried[own]

    def measure(
        self, best: Line[Any], own: Line[Any], worlds: int
    ) -> tuple[float, float, float, float, tuple[float, ...]]:
        """Return, measured on other deals, the loss of the own line against the best one, its
        standard error, the chances with both, and each seat's gain."""
        pairs = list(self.play((best, own), worlds, range(self.seats)))
        gains = [
            [one[seat].ahead - other[seat].ahead for other, one in pairs]
            for seat in range(self.seats)
        ]
        error = stdev(gains[self.seat]) / sqrt(worlds)
        chances = [fmean([pair[which][self.seat].won for pair in pairs]) for which in (0, 1)]
        means = tuple([fmean(each) for each in gains])
        return -means[self.seat], error, chances[0], chances[1], means


def mean(won: Sequence[Result]) -> float:
    """Return the mean of the points."""
    return fmean([each.ahead for each in won])


def still(won: Sequence[Sequence[Result]], own: Sequence[bool]) -> list[int]:
    """Return the numbers of the lines that are not clearly worse than the best so far, and at least
    one that begins with the played action (`own`)."""
    best = max(range(len(won)), key=lambda at: mean(won[at]))
    mine = max([at for at in range(len(won)) if own[at]], key=lambda at: mean(won[at]))
    found = []
    for at, each in enumerate(won):
        more = [one.ahead - other.ahead for one, other in zip(won[best], each, strict=True)]
        clear = BEHIND * stdev(more) / sqrt(len(more)) if len(more) > 1 else fmean(more)
        if at == mine or fmean(more) <= clear:
            found.append(at)
    return found


def likely(bot: AnyBot, view: Any, seat: Seat, rng: Dice) -> Iterator[Any]:
    """Yield states that agree with the view: those of `likely`, or those that the
    search imagines."""
    deals: Callable[[Any, Seat, Dice], Iterator[Any]] | None = getattr(bot, "likely", None)
    return deals(view, seat, rng) if deals else imagined(bot, view, seat, rng)


def results(
    bot: AnyBot, state: Any, seat: Seat, rng: Dice, *, whole: bool = False
) -> Sequence[Result]:
    """Return the results of an imagined state, by seat."""
    return cast(AnyReviewer, bot).results(state, seat, rng, whole=whole)
