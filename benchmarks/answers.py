"""Measure how long players wait for a bot: from the answer to their move until the bot's action is
pushed.

    python -m benchmarks.answers [--games odin …] [--actions 60]

The whole site runs as at home, on one core, on SQLite; the bots' pause is off. Wanted: 95 of 100
actions within a second at every level.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from pathlib import Path
from random import Random

from games.registry import engines, levels
from tests.kit.servers import PATIENCE, Site
from tests.kit.visitor import Visitor


def waits(site: Site, game: str, level: str, actions: int) -> list[float]:
    """Return the seconds of each bot action, over as many games as needed."""
    found: list[float] = []
    rng, guest = Random(7), Visitor(site.port, level).enters()
    guest.post("/notices/play/", goes_on="on")  # and not `bots_pause`
    while len(found) < actions:
        table = guest.post("/tables/now/", game=game, bot=level).location.split("/")[2]
        with guest.listens(table) as socket:
            board, began = guest.looks(table), time.perf_counter()
            while board.status != "ended" and len(found) < actions:
                if board.codes:
                    board = guest.acts(table, rng.choice(board.codes), board.ply).board
                    began = time.perf_counter()
                    continue
                heard = socket.hears_of(board.version + 1)
                if heard.ply == board.ply + 1:  # one action, and no deal with it
                    found.append(time.perf_counter() - began)
                board, began = heard, time.perf_counter()
        guest.post(f"/t/{table}/resign/")
    return found


def main() -> None:
    """Read the options, measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", nargs="+", choices=list(engines()), default=list(engines()))
    parser.add_argument("--actions", type=int, default=60)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder), RATE_LIMITS="off")
        cores = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {min(cores)})  # the site's parts inherit it
        site.run()
        os.sched_setaffinity(0, cores)
        try:
            print(
                f"| {'game':16} | {'level':9} | median | 95 of 100 |\n| {'-' * 16} | {'-' * 9} |"
                " -----: | --------: |"
            )
            for game in asked.games:
                for level in levels(game):
                    found = sorted(waits(site, game, level, asked.actions))
                    late = found[int(len(found) * 0.95) - 1]
                    print(
                        f"| {game:16} | {level:9} | {statistics.median(found):4.2f} s |"
                        f" {late:7.2f} s |",
                        flush=True,
                    )
        finally:
            site.stop()
            assert site.process
            site.process.wait(timeout=PATIENCE)


if __name__ == "__main__":
    main()
