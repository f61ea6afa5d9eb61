"""Measure how much reviews and bots slow down play: the p95 of paced moves, from the mover's send
to the arrival at the opponent's socket, alone and beside queued reviews and four thinking Masters.

    python -m benchmarks.beside
    python -m benchmarks.beside --rounds 3 --matches 50 --seconds 30

PostgreSQL, Redis, web and load as `benchmarks.moves` has them; worker and bots run under the same
supervisor on the same machine, so a machine with one core says nothing. The two ways follow each
other in each round, and medians count.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from benchmarks import moves
from tests.kit import environment
from tests.kit.forward import Forward
from tests.kit.servers import Site
from tests.kit.visitor import Visitor

MASTERS, REVIEWS = 4, 3
FLOOR = 1.5  # times the p95 without them
GAME = "odin"  # its Masters think the longest


class Company:
    """Players who keep the machine busy while others play."""

    def __init__(self, site: Site) -> None:
        self.site, self.stopping = site, threading.Event()
        self.forward = Forward(site)

    def asks(self) -> None:
        """Request reviews of ended games, each by another user, so that all of them wait."""
        for number in range(REVIEWS):
            asker = Visitor(self.site.port, f"asker-{number}").enters()
            other = Visitor(self.site.port, f"other-{number}").enters()
            table = asker.opens()
            other.sits(table)
            self.forward.plays(table, seed=number)
            assert asker.post(f"/t/{table}/review/").status in (302, 303)

    def plays(self, number: int) -> None:
        """Play against a Master, without a pause, until all is measured."""
        visitor = Visitor(self.site.port, f"player-{number}").enters()
        table = visitor.opens(game=GAME, bot="master")
        while not self.stopping.wait(0.2):
            if visitor.takes_a_turn(table).status == "ended":
                table = visitor.opens(game=GAME, bot="master")

    @contextmanager
    def there(self) -> Iterator[None]:
        """Keep the machine busy meanwhile."""
        self.stopping.clear()
        self.asks()
        threads = [threading.Thread(target=self.plays, args=(each,)) for each in range(MASTERS)]
        for thread in threads:
            thread.start()
        try:
            yield
        finally:
            self.stopping.set()
            for thread in threads:
                thread.join()


def measure(options: argparse.Namespace) -> dict[str, list[float]]:
    """Return the p95 in milliseconds of each round, alone and in company."""
    results: dict[str, list[float]] = {"alone": [], "beside": []}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fairdeal-")))
        database, bus, _pids = moves.servers(stack, folder)
        settings = {"DATABASE_URL": database, "REDIS_URL": bus, "RATE_LIMITS": "off"}
        site = Site(folder / "site", new=True, **settings, LIMIT_BOT_WAIT="600")
        if "STATIC_ROOT" not in os.environ:
            manage = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
            subprocess.run(manage, cwd=environment.ROOT, env=site.environ, check=True)
        site.run()
        stack.callback(site.stop)
        company = Company(site)
        stack.callback(company.forward.stop)
        for _ in range(options.rounds):
            results["alone"].append(_p95(site, options))
            with company.there():
                results["beside"].append(_p95(site, options))
            print(json.dumps({way: figures[-1] for way, figures in results.items()}), flush=True)
    return results


def _p95(site: Site, options: argparse.Namespace) -> float:
    facts: tuple[Any, ...] = (options.matches, options.seconds, 1.0, [os.getpid()])
    return float(moves.load("site", site.url, *facts)["p95_ms"])


def main() -> None:
    """Measure, and print the medians and their ratio."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=20)
    results = measure(parser.parse_args())
    alone, beside = (statistics.median(results[way]) for way in ("alone", "beside"))
    print(f"p95 of a move: {alone:.1f} ms alone, {beside:.1f} ms beside {REVIEWS} reviews and")
    print(f"{MASTERS} Masters: {beside / alone:.2f} times (wanted: less than {FLOOR})")


if __name__ == "__main__":
    main()
