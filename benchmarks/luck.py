"""Compare methods of variance reduction in matches of bots: the games that each needs for the same
interval.

    python -m benchmarks.luck                                   # the table of docs/building/bots.md
    python -m benchmarks.luck --game odin --match expert club --games 100 --jobs 2

*Single*: every game has its own deal. *Control variate*: the same, less what the deal is worth to
the seat; its worth is how a game of Club against Club ends on that deal, and its weight comes from
a regression over the match. *Exchanged*: each deal twice, with the seats exchanged. *Both*: what a
pair shares is corrected by what the two seats' worths share.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from statistics import covariance, fmean, variance

from benchmarks.bots import tables
from benchmarks.duels import Game, game, match
from games.kernel.protocol import Setup
from games.registry import bots, engines

Worth = Callable[[Game], float]
WORTHS: dict[str, Worth] = {
    "first places": lambda each: each.share,
    "points ahead": lambda each: each.ahead,
}


def left(values: Sequence[float], known: Sequence[float]) -> float:
    """Return the residual variance of values after a regression on what is known."""
    spread = variance(known)
    explained = covariance(values, known) ** 2 / spread if spread > 1e-9 else 0.0
    return variance(values) - explained


def needed(played: Sequence[Game], neutral: Sequence[Game], worth: Worth) -> list[float]:
    """Return the games that each method needs for the interval of 100 single games. `neutral` are
    Club's games on the same deals from the same seats."""
    values, known = [worth(each) for each in played], [worth(each) for each in neutral]
    pairs = [fmean(pair) for pair in zip(values[::2], values[1::2], strict=True)]
    shared = [fmean(pair) for pair in zip(known[::2], known[1::2], strict=True)]
    single = variance(values)
    return [
        100 * each / single
        for each in (left(values, known), 2 * variance(pairs), 2 * left(pairs, shared))
    ]


def rows(slug: str, setup: Setup, names: tuple[str, str], games: int, seed: int, jobs: int) -> None:
    """Play a match and print its rows."""
    played = match(slug, setup, names, games, seed, jobs)
    replayed = partial(game, slug, setup, ("club", "club"), seed)
    neutral = [replayed(each.deal, each.seat) for each in played]
    options = " ".join(f"{name}={value}" for name, value in setup.options.items())
    for name, worth in WORTHS.items():
        found = " | ".join(f"{each:.0f}" for each in needed(played, neutral, worth))
        print(
            f"| {engines()[slug].title} | {options} | {' – '.join(names)} | {len(played)} | {name}"
            f" | 100 | {found} |",
            flush=True,
        )


def main() -> None:
    """Print the table of the requested games."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=sorted(bots()), action="append")
    parser.add_argument("--match", nargs=2, default=["club", "beginner"])
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--jobs", type=int, default=1)
    asked = parser.parse_args()
    print("| game | options | match | games | of | single | control variate | exchanged | both |")
    print("| --- | --- | --- | ---: | --- | ---: | ---: | ---: | ---: |", flush=True)
    for slug in asked.game or bots():
        for setup in tables(engines()[slug], None, None):
            if setup.seats == 2:
                rows(slug, setup, tuple(asked.match), asked.games, asked.seed, asked.jobs)


if __name__ == "__main__":
    main()
