"""Measure the gain of a second web part: processor time for a move with one part, and with two.

    python -m benchmarks.parts                      three interleaved rounds, PostgreSQL and Redis
    included python -m benchmarks.parts --rounds 5 --seconds 20

Two parts serve as many moves, times two, times what a move costs one of them over what it costs
them both: each has a core of its own in earnest, so what counts is time and not speed, and a
machine with two cores can tell. Its speed can not: on two cores PostgreSQL, Redis and whoever
plays take their time from the second part. Tables are spread by the proxy (`hash`,
docs/hosting/many-machines.md), or worse than any proxy does: each move goes to the part that did
not make the last one.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks import moves
from tests.kit import environment

WAYS = {
    "one part": (1, "table"),
    "two, hashed by table": (2, "table"),
    "two, each move elsewhere": (2, "move"),
}
FLOOR = 1.8  # of "hashed by table"


def measure(options: argparse.Namespace) -> dict[str, list[dict[str, Any]]]:
    """Return the figures of all rounds, by the number of parts."""
    results: dict[str, list[dict[str, Any]]] = {way: [] for way in WAYS}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fairdeal-")))
        database, bus, others = moves.servers(stack, folder)
        env = environment.bare() | {
            "DATABASE_URL": database,
            "REDIS_URL": bus,
            "DATA_DIR": str(folder),
            "SECRET_KEY": "only-for-benchmarks",
            "RATE_LIMITS": "off",
            "STATIC_ROOT": os.environ.get("STATIC_ROOT", str(folder / "static")),
        }
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, cwd=environment.ROOT, env=env, check=True)
        parts = [moves.started(stack, env, "manage.py", "play", "web") for _ in range(2)]
        for _ in range(options.rounds):
            for way, (count, spread) in WAYS.items():
                urls, pids = zip(*parts[:count], strict=True)
                more = ("--spread", spread, "--web", ",".join(map(str, pids)))
                facts = options.matches, options.seconds, 0.5, [*pids, *others]
                result = moves.load("site", ",".join(urls), *facts, *more)
                results[way].append(result)
                print(json.dumps({"way": way} | result), flush=True)
    return results


def report(results: dict[str, list[dict[str, Any]]]) -> None:
    """Print the table."""

    def median(way: str, figure: str) -> float:
        return float(statistics.median(result[figure] for result in results[way]))

    print(
        "\n| web parts | CPU ms a move, web | with PostgreSQL and Redis | ms to the opponent p50 |"
        " times one part |"
    )
    print("| --- | ---: | ---: | ---: | ---: |")
    alone = median("one part", "web_cpu_ms_per_move")
    for way, (count, _) in WAYS.items():
        figures = [
            median(way, figure) for figure in ("web_cpu_ms_per_move", "cpu_ms_per_move", "p50_ms")
        ]
        print(
            f"| {way} | "
            + " | ".join(f"{figure:.2f}" for figure in figures)
            + f" | {count * alone / figures[0]:.2f} |"
        )
    print(f"\nHashed by table, two parts bring at least {FLOOR} times what one does.")


def main() -> None:
    """Read the options, measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--matches", type=int, default=20)
    report(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
