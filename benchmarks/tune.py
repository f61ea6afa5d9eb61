"""Climb the weights of a bot's policy by play against itself (CMA-ES), and write them beside the
bot.

    python -m benchmarks.tune lost_cities                       # prints its curve
    python -m benchmarks.tune odin --generations 60 --deals 100 --jobs 2 --write

Policies play without search. A generation tries a dozen sets of weights on the same deals, from
every seat, against the weights that the run began with and those that lead it now. At the end the
result plays the weights of the beginning on deals that no generation saw, and is written with
`--write` if it is better by more than luck. The same seed climbs the same way on any machine with
the same version of NumPy.

`--step` is the first step, as a part of each weight.
"""

from __future__ import annotations

import argparse
import json
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from types import ModuleType
from typing import Any

from benchmarks.bots import tables
from games.bots.protocol import Learner
from games.registry import bots, engines

SMALLEST = 0.1
"""The least unit of a weight that is nearly 0."""
CURVE = 5
"""Generations from one line of the curve to the next."""
PROOF = 2.0
"""Standard errors by which new weights must be better."""


def learner(slug: str) -> Learner[Any, Any]:
    """Return the bot of a game, whose policy has weights. Exit if it has none."""
    bot: Any = bots()[slug]
    if not hasattr(bot, "contest"):
        raise SystemExit(f"The policy of {slug} has no weights.")
    found: Learner[Any, Any] = bot
    return found


def deals(slug: str, seed: str, number: int) -> Iterator[tuple[Any, int]]:
    """Yield dealt states of all tables that are measured, with their seats."""
    engine, usual = engines()[slug], tables(engines()[slug], None, None)
    for deal in range(number):
        setup = usual[deal % len(usual)]
        state, chance = engine.start(setup), Random(f"{seed} {deal}")
        while due := list(engine.chance(state)):
            chance.shuffle(due)
            state = engine.deal(state, tuple(due))
        yield state, setup.seats


def duels(slug: str, seed: str, number: int, mine: Any, theirs: Any) -> list[float]:
    """Return by deal the advantage of the first weights over the others, from every seat."""
    bot, found = learner(slug), []
    for state, seats in deals(slug, seed, number):
        more = 0.0
        for seat in range(seats):
            dice = Random(f"{seed} {seat}")
            players = [mine if each == seat else theirs for each in range(seats)]
            worths = bot.contest(state, players, dice)
            more += worths[seat] - (sum(worths) - worths[seat]) / (seats - 1)
        found.append(more / seats)
    return found


@dataclass(frozen=True)
class Scale:
    """Weights as steps from those of the beginning."""

    origin: Any

    @property
    def units(self) -> list[float]:
        """Return the size of one step of each weight."""
        return [max(abs(weight), SMALLEST) for weight in self.origin]

    def weights(self, steps: Sequence[float]) -> Any:
        """Return the weights so many steps from the origin."""
        moved = [
            weight + float(step) * unit
            for weight, step, unit in zip(self.origin, steps, self.units, strict=True)
        ]
        return type(self.origin)(*(round(weight, 4) for weight in moved))


def loss(slug: str, seed: str, number: int, rivals: Sequence[Any], mine: Any) -> float:
    """Return the loss against the rivals; less is better."""
    return -fmean(fmean(duels(slug, seed, number, mine, rival)) for rival in rivals)


def climb(
    slug: str, seed: int, generations: int, number: int, step: float, jobs: int
) -> tuple[Any, int]:
    """Return (the best weights, games played). Print the curve."""
    cma, origin = _cma(), learner(slug).weights
    scale, played = Scale(origin), sum(seats for _, seats in deals(slug, "", number))
    strategy = cma.CMAEvolutionStrategy(
        [0.0] * len(origin), step, {"seed": seed, "verbose": -9, "maxiter": generations}
    )
    leader, games = origin, 0
    with ProcessPoolExecutor(jobs) as pool:
        for generation in range(generations):
            tried = strategy.ask()
            rivals = [origin] if leader == origin else [origin, leader]
            losses = pool.map(
                partial(loss, slug, f"{seed} {generation}", number, rivals),
                map(scale.weights, tried),
            )
            strategy.tell(tried, list(losses))
            games += len(tried) * len(rivals) * played
            leader = scale.weights(strategy.result.xfavorite)
            if generation % CURVE == CURVE - 1:
                ahead = duels(slug, f"{seed} curve", number, leader, origin)
                print(f"generation {generation + 1:4}: {fmean(ahead):+.3f}", flush=True)
    return leader, games


def _cma() -> ModuleType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it misses a library for plots
        import cma
    found: ModuleType = cma
    return found


def write(slug: str, weights: Any, seed: int, games: int) -> Path:
    """Write the weights beside the bot, and how they were found. Return the file."""
    path = Path(__file__).parents[1] / "games" / slug / "weights.json"
    found = {
        "game": slug,
        "seed": seed,
        "games": games,
        "date": date.today().isoformat(),
        "weights": weights._asdict(),
    }
    path.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    return path


def main() -> None:
    """Climb, prove and perhaps write the weights of a game."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=sorted(bots()))
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--deals", type=int, default=60, help="of a generation")
    parser.add_argument("--proof", type=int, default=1000, help="deals of the last comparison")
    parser.add_argument("--step", type=float, default=0.25)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    before = learner(asked.game).weights
    found, games = climb(
        asked.game, asked.seed, asked.generations, asked.deals, asked.step, asked.jobs
    )
    ahead = duels(asked.game, f"{asked.seed} proof", asked.proof, found, before)
    error = stdev(ahead) / len(ahead) ** 0.5
    print(f"\non {asked.proof} other deals: {fmean(ahead):+.3f} ± {error:.3f} (standard error)")
    for name, weight in found._asdict().items():
        print(f"{name:16} {getattr(before, name):9.4f} → {weight:9.4f}")
    if asked.write and fmean(ahead) > PROOF * error:
        print(f"written: {write(asked.game, found, asked.seed, games)}")


if __name__ == "__main__":
    main()
