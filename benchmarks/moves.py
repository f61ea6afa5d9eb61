"""Measure the cost of a move, beside its minimum.

    make bench                                      three interleaved rounds, PostgreSQL and Redis
    included python -m benchmarks.moves --rounds 5 --seconds 10

The whole server side (site or limit, PostgreSQL, Redis) runs on core 0, the load on core 1. Both
sides of a round follow each other, and what counts are the ratios of the medians.
`benchmarks.limit` does nothing but check a version, commit, publish and push: the site does the
same and more (session, rules, hash chain, HTML for each viewer).
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
from urllib.error import HTTPError
from urllib.request import urlopen

from tests.kit import postgres
from tests.kit.environment import ROOT
from tests.kit.servers import PATIENCE, Site, Valkey, free_port, wait_until

SATURATED, PACED = "saturated", "paced, 1 s between moves"


def load(
    side: str, url: str, matches: int, seconds: float, think: float, pids: list[int], *more: str
) -> dict[str, Any]:
    """One run of the load generator, on the other core."""
    words = f"--matches {matches} --seconds {seconds} --think {think}".split()
    words += ["--pids", ",".join(map(str, pids)), *more]
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.load", side, url, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=lambda: _pin(1),
    )
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    if result["errors"]:
        print(f"  {side}: {result['errors']}", file=sys.stderr)
    return result


def _pin(core: int) -> None:
    cores = sorted(os.sched_getaffinity(0) | set(range(os.cpu_count() or 1)))
    os.sched_setaffinity(0, {cores[min(core, len(cores) - 1)]})


def servers(stack: ExitStack, folder: Path, **options: str) -> tuple[str, str, list[int]]:
    """Start PostgreSQL and Redis. Return their addresses, and their processes."""
    database = stack.enter_context(postgres.server(shared_buffers="128MB", **options))
    pid_file = Path(database.partition("host=")[2]) / "data" / "postmaster.pid"
    redis = Valkey(folder / "valkey", folder / "valkey.sock")
    redis.start()
    stack.callback(redis.stop)
    assert redis.process
    pids = [int(pid_file.read_text().split()[0]), redis.process.pid]
    return database, f"unix://{redis.socket}", pids


def started(stack: ExitStack, env: dict[str, str], *words: str) -> tuple[str, int]:
    """Start a server by a command of Python, which finds its port in the environment, or behind
    --port. Return its address and its process."""
    port = free_port()
    command = [sys.executable, *words, *(["--port", str(port)] if "uvicorn" in words else [])]
    process = subprocess.Popen(command, cwd=ROOT, env=env | {"PORT": str(port)})
    stack.callback(process.wait, PATIENCE)
    stack.callback(process.terminate)
    wait_until(lambda: _answers(port), f"{words[0]} answers")
    return f"http://localhost:{port}", process.pid


def _answers(port: int) -> bool:
    """Return whether a server answers, is ready, and reports no error."""
    try:
        with urlopen(f"http://localhost:{port}/readyz", timeout=5):
            return True
    except HTTPError as error:
        return error.code == 404  # the limit has no such page
    except OSError:
        return False


def measure(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Return the figures of all rounds."""
    _pin(0)
    results = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fairdeal-")))
        database, bus, common = servers(stack, folder, fsync="on")
        site = Site(
            folder / "site",
            DATABASE_URL=database,
            REDIS_URL=bus,
            RATE_LIMITS="off",
            WEB_PROCESSES=str(options.processes),
        )
        site.run()
        stack.callback(site.stop)
        assert site.process
        environ = os.environ | {"DATABASE_URL": database, "REDIS_URL": bus}
        words = "-m uvicorn benchmarks.limit:app --no-access-log --log-level warning"
        limit, limit_pid = started(stack, environ, *words.split())
        for number in range(options.rounds):
            for name, matches, think in ((SATURATED, 50, 0.0), (PACED, 100, 1.0)):
                for side, url, pid in (
                    ("limit", limit, limit_pid),
                    ("site", site.url, site.process.pid),
                ):
                    pids, own = [*common, pid], ("--web", str(pid))
                    result = load(side, url, matches, options.seconds, think, pids, *own)
                    result |= {"load": name, "round": number + 1}
                    results.append(result)
                    print(json.dumps(result), flush=True)
    return results


def report(results: list[dict[str, Any]]) -> None:
    """Print the table."""

    def median(load: str, side: str, figure: str) -> float:
        found = [row[figure] for row in results if (row["load"], row["side"]) == (load, side)]
        return float(statistics.median(found))

    print(
        "\n| load | side | moves/s | ms to the opponent p50 | p95 | CPU ms a move | without"
        " PostgreSQL and Redis |\n| --- | --- | ---: | ---: | ---: | ---: | ---: |"
    )
    figures = "moves_per_second p50_ms p95_ms cpu_ms_per_move web_cpu_ms_per_move".split()
    for load in (SATURATED, PACED):
        for side in ("limit", "site"):
            medians = [median(load, side, figure) for figure in figures]
            print(f"| {load} | {side} | " + " | ".join(f"{found:.2f}" for found in medians) + " |")

    def ratio(load: str, figure: str) -> float:
        return median(load, "site", figure) / median(load, "limit", figure)

    print(f"\nSite : limit. Moves a second {ratio(SATURATED, figures[0]):.2f} (wanted: 0.5).")
    p50, p95 = ratio(PACED, "p50_ms"), ratio(PACED, "p95_ms")
    print(f"Paced, median {p50:.1f}, p95 {p95:.1f} (wanted: at most 2.0 each).")


def main() -> None:
    """Read the options, measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument(
        "--processes", type=int, default=1, help="web processes of the site, all on core 0"
    )
    report(measure(parser.parse_args()))


if __name__ == "__main__":
    main()
