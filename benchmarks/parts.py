"""Measure what a second web part brings: processor time for a move with one part, and with two.

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

from tests.kit import environment, postgres
from tests.kit.servers import PATIENCE, Valkey, free_port, wait_until

WAYS = {
    "one part": (1, "table"),
    "two, hashed by table": (2, "table"),
    "two, each move elsewhere": (2, "move"),
}
FLOOR = 1.8  # of "hashed by table"


def answers(port: int) -> bool:
    """Return whether a web part answers."""
    done = subprocess.run(
        ["curl", "-sf", "-o", "/dev/null", f"http://localhost:{port}/readyz"], check=False
    )
    return done.returncode == 0


def start_part(stack: ExitStack, env: dict[str, str]) -> tuple[str, int]:
    """Start a web part: its address and its process."""
    port = free_port()
    command = [sys.executable, "manage.py", "play", "web"]
    process = subprocess.Popen(command, cwd=environment.ROOT, env=env | {"PORT": str(port)})
    stack.callback(process.wait, PATIENCE)
    stack.callback(process.terminate)
    wait_until(lambda: answers(port), "a web part answers")
    return f"http://localhost:{port}", process.pid


def load(
    parts: list[tuple[str, int]], spread: str, others: list[int], options: argparse.Namespace
) -> dict[str, Any]:
    """Return the figures of one run against these web parts."""
    urls, pids = ",".join(url for url, _ in parts), [pid for _, pid in parts]
    words = [
        "site",
        urls,
        "--spread",
        spread,
        "--matches",
        str(options.matches),
        "--seconds",
        str(options.seconds),
        "--think",
        "0.5",
    ]
    words += ["--web", ",".join(map(str, pids)), "--pids", ",".join(map(str, pids + others))]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.load", *words],
        cwd=environment.ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    if result["errors"]:
        print(f"  {result['errors']}", file=sys.stderr)
    return result


def measure(options: argparse.Namespace) -> dict[str, list[dict[str, Any]]]:
    """Return the figures of all rounds, by the number of parts."""
    results: dict[str, list[dict[str, Any]]] = {way: [] for way in WAYS}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fairdeal-")))
        database = stack.enter_context(postgres.server(shared_buffers="128MB"))
        postgres_pid = int(
            (Path(database.partition("host=")[2]) / "data" / "postmaster.pid")
            .read_text()
            .split()[0]
        )
        redis = Valkey(folder / "valkey", folder / "valkey.sock")
        redis.start()
        stack.callback(redis.stop)
        assert redis.process
        bus = {
            "DATABASE_URL": database,
            "REDIS_URL": f"unix://{redis.socket}",
            "DATA_DIR": str(folder),
            "SECRET_KEY": "only-for-benchmarks",
        }
        env = (
            environment.bare()
            | bus
            | {
                "RATE_LIMITS": "off",
                "STATIC_ROOT": os.environ.get("STATIC_ROOT", str(folder / "static")),
            }
        )
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, cwd=environment.ROOT, env=env, check=True)
        parts = [start_part(stack, env) for _ in range(2)]
        for _ in range(options.rounds):
            for way, (count, spread) in WAYS.items():
                result = load(parts[:count], spread, [postgres_pid, redis.process.pid], options)
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
