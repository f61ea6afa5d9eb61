"""Measure the gain of the search over the policy, on the cards as they really lie.

    python -m benchmarks.truth lost_cities
    python -m benchmarks.truth odin --positions 400 --playouts 40 600 --doubt 0.5 2

A search that is judged by its own playouts believes in itself. Here the search and the policy
choose in the same positions, from games of the policy; then both choices are played on, with the
hands that the seats really have, to the end of what has been dealt, by the policy for all
seats. Stocks are shuffled anew for each trial, the same for both. A gain is printed with its
standard error: in points ahead, and in the likelihood to win.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

from benchmarks.bots import SEED, tables
from games.bots.protocol import Budget
from games.bots.search import DOUBT, after, search
from games.kernel.protocol import AnyEngine, Seat, Setup
from games.registry import bots, engines

STOCKS = {
    "exhibition": ("stock",),
    "lost_cities": ("stock",),
    "schotten_totten": ("decks",),
}
"""By game, the parts of its state whose order nobody knows; of other games each position is played
on once, as it is."""
EACH = 3
"""Positions from one game."""


class Doubting:
    """A bot with another margin of proof than its own."""

    def __init__(self, bot: Any, doubt: float) -> None:
        self._bot, self.doubt = bot, doubt

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bot, name)


@dataclass
class Gains:
    """By position, what the search's choice gains on the policy's."""

    points: list[float] = field(default_factory=list)
    won: list[float] = field(default_factory=list)
    changed: int = 0

    def add(self, gained: tuple[float, float], changed: bool) -> None:
        """Add a position: points and likelihood to win, and whether the choices differ."""
        self.points.append(gained[0])
        self.won.append(gained[1])
        self.changed += changed

    def row(self, playouts: int, doubt: float) -> str:
        """Return a row of the table."""
        cells = [f"{playouts} | {doubt:g}", f"{self.changed / len(self.won):.2f}"]
        for worths, digits in ((self.points, 2), (self.won, 4)):
            error = stdev(worths) / sqrt(len(worths))
            cells.append(f"{fmean(worths):+.{digits}f} ({error:.{digits}f})")
        return f"| {' | '.join(cells)} |"


def positions(engine: AnyEngine, setup: Setup, seed: int) -> Iterator[tuple[Any, Seat]]:
    """Yield (state, seat to act) from games of the policy, without end, where there is a choice
    between lines."""
    bot, game = bots()[engine.slug], 0
    while True:
        game += 1
        deals, met = Random(f"{seed} {game}"), []
        state = engine.start(setup)
        while engine.outcome(state) is None:
            if due := list(engine.chance(state)):
                deals.shuffle(due)
                state = engine.deal(state, tuple(due))
                continue
            seat = min(engine.to_act(state))
            legal = engine.legal_actions(state, seat)
            lines = [(legal[0],)]
            if len(legal) > 1:
                lines = list(bot.candidates(engine.view(state, seat), seat, legal))
            if len(lines) > 1:
                met.append((state, seat))
            state = engine.apply(state, seat, lines[0][0])
        yield from deals.sample(met, min(EACH, len(met)))


def shuffled(slug: str, state: Any, rng: Random) -> Any:
    """Return the state with its stocks in another order."""
    anew = {}
    for name in STOCKS.get(slug, ()):
        stock = getattr(state, name)
        decks = stock if stock and isinstance(stock[0], tuple) else (stock,)
        mixed = tuple(tuple(rng.sample(deck, len(deck))) for deck in decks)
        anew[name] = mixed if decks is stock else mixed[0]
    return state._replace(**anew) if anew else state


def trial(bot: Any, state: Any, seat: Seat, line: Any, rng: Random) -> tuple[float, float]:
    """Return the points ahead and the likelihood to win, when a line is played on."""
    result = bot.results(after(bot, state, seat, line), seat, rng, whole=True)[seat]
    return result.ahead, result.won


def gain(
    bot: Any, state: Any, seat: Seat, lines: tuple[Any, Any], trials: int, rng: Random
) -> tuple[float, float]:
    """Return what the first line gains on the second, on so many orders of the stock."""
    more = []
    for _ in range(trials if bot.engine.slug in STOCKS else 1):
        real = shuffled(bot.engine.slug, state, rng)
        one, other = [trial(bot, real, seat, line, rng) for line in lines]
        more.append((one[0] - other[0], one[1] - other[1]))
    return fmean(each[0] for each in more), fmean(each[1] for each in more)


def measure(
    engine: AnyEngine,
    setup: Setup,
    settings: list[tuple[int, float]],
    number: int,
    trials: int,
    seed: int,
) -> dict[tuple[int, float], Gains]:
    """Return the gains by (playouts, margin of proof), over so many positions."""
    bot: Any = bots()[engine.slug]
    found = {setting: Gains() for setting in settings}
    for at, (state, seat) in zip(range(number), positions(engine, setup, seed), strict=False):
        view, legal = engine.view(state, seat), engine.legal_actions(state, seat)
        lines = list(bot.candidates(view, seat, legal))
        policys = lines[0]
        known = {policys[0]: (0.0, 0.0)}
        for (playouts, doubt), gains in found.items():
            dice = Random(f"{seed} {at} {playouts}")
            chosen = search(Doubting(bot, doubt), view, seat, legal, dice, Budget(playouts))
            if chosen not in known:
                both = next(line for line in lines if line[0] == chosen), policys
                known[chosen] = gain(bot, state, seat, both, trials, Random(f"{seed} {at}"))
            gains.add(known[chosen], chosen != policys[0])
    return found


def main() -> None:
    """Print the gains by number of playouts and margin of proof."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=sorted(bots()))
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--playouts", type=int, nargs="+", help="those of Expert and Master")
    parser.add_argument("--doubt", type=float, nargs="+", help="standard errors; the bot's own")
    parser.add_argument("--trials", type=int, default=100, help="orders of the stock")
    parser.add_argument("--seats", type=int)
    parser.add_argument("--options", nargs="*", metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args()
    bot: Any = bots()[asked.game]
    engine = engines()[asked.game]
    setup = tables(engine, asked.seats, asked.options)[0]
    settings = [
        (playouts, doubt)
        for playouts in asked.playouts or bot.playouts.values()
        for doubt in asked.doubt or [getattr(bot, "doubt", DOUBT)]
    ]
    found = measure(engine, setup, settings, asked.positions, asked.trials, asked.seed)
    print(f"{engine.title}, {setup.seats} seats, {asked.positions} positions, seed {asked.seed}\n")
    print("| playouts | margin | changed | points a choice | won a choice |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    for (playouts, doubt), gains in found.items():
        print(gains.row(playouts, doubt))


if __name__ == "__main__":
    main()
