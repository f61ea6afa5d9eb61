"""Measure the strength of the bots and their thinking time: each level against the one below it,
and Master against the frozen Expert (benchmarks.yardstick), on the same deals (benchmarks.duels).

    python -m benchmarks.bots --jobs 2                          # the table of docs/building/bots.md
    python -m benchmarks.bots --game lost_cities --games 100
    python -m benchmarks.bots --game odin --match expert:1600 club --seats 4

A share of first places stands in brackets with its 95 % interval, and with more than two seats
beside the fair share.
"""

from __future__ import annotations

import argparse
import platform
from datetime import date
from statistics import mean, quantiles

from benchmarks.duels import interval, match
from games.bots.protocol import levels
from games.kernel.protocol import AnyEngine, Setup
from games.registry import bots, engines

SEED = 17
TABLES: dict[str, list[tuple[int, dict[str, str]]]] = {
    "lost_cities": [(2, {"rounds": "3"}), (2, {"rounds": "1"})],
    "schotten_totten": [(2, {}), (2, {"tactics": "on"})],
}
"""The measured seats and options; of other games two seats and four."""
COLUMNS = (
    *("game", "seats, options", "match", "games", "first places [95 %]"),
    *("mean place", "points ahead", "ms a choice, mean / p95", "playouts/s"),
)


def row(
    engine: AnyEngine, setup: Setup, names: tuple[str, str], games: int, seed: int, jobs: int
) -> str:
    """Play a match and return its row of the table."""
    played = match(engine.slug, setup, names, games, seed, jobs)
    share, (low, high) = mean(each.share for each in played), interval(played)
    times = [seconds for each in played for seconds in each.seconds] or [0.0]
    played_out = sum(each.played_out for each in played)
    p95 = quantiles(times, n=20)[-1] if len(times) > 1 else times[0]
    options = " ".join(f"{name}={value}" for name, value in setup.options.items())
    cells = [
        engine.title,
        f"{setup.seats} {options}".strip(),
        f"{names[0]} – {names[1]}",
        f"{len(played)}",
        f"**{share:.3f}** [{low:.2f}, {high:.2f}]"
        + (f" ({share * setup.seats:.2f} × fair)" if setup.seats > 2 else ""),
        f"{mean(each.outcome.places[each.seat] for each in played):.2f}",
        f"{mean(each.ahead for each in played):+.1f}",
        f"{1000 * mean(times):.2f} / {1000 * p95:.2f}",
        f"{played_out / sum(times):,.0f}" if played_out else "",
    ]
    return f"| {' | '.join(cells)} |"


def tables(engine: AnyEngine, seats: int | None, options: list[str] | None) -> list[Setup]:
    """Return the measured setups."""
    usual = TABLES.get(engine.slug, [(number, {}) for number in (2, 4) if number in engine.seats])
    if options is not None or seats is not None:
        usual = [
            (
                seats or usual[0][0],
                dict(option.split("=") for option in options)
                if options is not None
                else usual[0][1],
            )
        ]
    return [Setup(number, chosen, engine.ruleset) for number, chosen in usual]


def matches(slug: str, games: int, further: bool) -> list[tuple[tuple[str, str], int]]:
    """Return the pairs of players and the number of their games: against the yardstick all of
    them, between levels a quarter at a game's further tables, against random a tenth."""
    offered = levels(bots()[slug])
    ladder = [
        (pair, games // 4 if further else games)
        for pair in zip(reversed(offered[1:]), reversed(offered[:-1]), strict=True)
    ]
    rivals = [(("master", "yardstick"), games)] if "master" in offered else []
    chance = [] if further else [((level, "random"), games // 10) for level in offered]
    return [*rivals, *ladder, *chance]


def main() -> None:
    """Print the table of the requested matches."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=sorted(bots()), action="append")
    parser.add_argument("--games", type=int, default=400, help="of each match, or a part of them")
    parser.add_argument(
        "--match",
        nargs=2,
        metavar=("FIRST", "SECOND"),
        help="random, beginner, club, policy, expert, master, master:PLAYOUTS, yardstick",
    )
    parser.add_argument("--seats", type=int)
    parser.add_argument("--options", nargs="*", metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, default=1, help="games at a time, each on a core")
    asked = parser.parse_args()
    print(
        f"{date.today()}, {platform.machine()}, Python {platform.python_version()},"
        f" seed {asked.seed}\n"
    )
    print(f"| {' | '.join(COLUMNS)} |")
    print("| --- | --- | --- | ---: | --- | ---: | ---: | ---: | ---: |", flush=True)
    for slug in asked.game or bots():
        engine = engines()[slug]
        for number, setup in enumerate(tables(engine, asked.seats, asked.options)):
            only = [(tuple(asked.match), asked.games)] if asked.match else None
            for names, games in only or matches(slug, asked.games, number > 0):
                print(row(engine, setup, names, max(1, games), asked.seed, asked.jobs), flush=True)


if __name__ == "__main__":
    main()
