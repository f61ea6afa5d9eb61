"""Measure what pages of a long log cost, beside those of a short one.

    python -m benchmarks.long_logs
    python -m benchmarks.long_logs --entries 5000

Processor time of the web process for a whole page with all middleware, of the whole log, moments of
the replay and the transcript; on SQLite, in a temporary folder. "first" is asked of a process that
has read nothing of the table yet, "next" is the median of those after it. The exit code is 1 if a
next page of the long log costs more than ten times that of the short one.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

from tests.kit import environment
from tests.kit.servers import Valkey

SHORT, TIMES, MOST = 92, 20, 10.0


def pages(table: str, entries: int) -> dict[str, Callable[[int], str]]:
    """Return functions from n to the address of the n-th page of a kind, by the kind."""
    page = f"/t/{table}/"
    middle = min(entries // 2, entries - TIMES - 1)
    return {
        "board": lambda n: page,
        "log, its pages from the first on": lambda n: (
            f"{page}log/?page={1 + n % max(entries // 250, 1)}"
        ),
        "replay, step by step from the middle on": lambda n: f"{page}?ply={middle + n}&eyes=all",
        "replay, here and there": lambda n: f"{page}?ply={1 + (n * 7919) % entries}&eyes=all",
        "transcript": lambda n: f"{page}transcript/",
        "proof of the shuffles": lambda n: f"{page}fair/",
        "picture": lambda n: f"{page}card.png",
    }


def cost(client: Any, path: str) -> float:
    """Milliseconds."""
    began = time.thread_time()
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code)
    return 1000 * (time.thread_time() - began)


def measure(entries: int) -> Iterator[tuple[str, float, float]]:
    """Each kind of page with what the first and the next ones cost."""
    import secrets

    from django.test import Client

    from accounts.models import User
    from games.tables.state import snapshot_cache
    from tests.kit import long_tables

    ann, ben = [
        User.objects.create_user(f"player{secrets.token_hex(4)}", password=None) for _ in range(2)
    ]
    client = Client(SERVER_NAME="localhost")
    for kind in pages("", entries):
        # another one for each, so that nothing of it is known
        table = long_tables.long_table(ann, ben, entries)
        long_tables.end(table, ben)
        snapshot_cache.forget()
        ask = pages(table, entries)[kind]
        first = cost(client, ask(0))
        yield (
            kind,
            first,
            statistics.median([cost(client, ask(number)) for number in range(1, TIMES + 1)]),
        )


def report(long: int) -> bool:
    """Print the table. Returns whether a long log costs little more than a short one."""
    list(measure(SHORT))  # templates, fonts and whatever else a process reads once
    short = {kind: (first, after) for kind, first, after in measure(SHORT)}
    print(
        f"| ms of a processor | {SHORT} entries, first | next | {long} entries, first | next | next"
        " : next |"
    )
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    worst = 0.0
    for kind, first, after in measure(long):
        ratio = after / short[kind][1]
        worst = max(worst, ratio)
        print(
            f"| {kind} | {short[kind][0]:.1f} | {short[kind][1]:.1f} | {first:.1f} | {after:.1f} |"
            f" {ratio:.1f} |"
        )
    print(
        f"\nA next page of the long log costs at most {worst:.1f} times one of the short log"
        f" (wanted: {MOST:.0f})."
    )
    return worst <= MOST


def main() -> int:
    """Make the tables, measure and print. Returns the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--entries", type=int, default=20_000, help="of the long log")
    options = parser.parse_args()
    with ExitStack() as stack:
        environment.prepare()
        os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "RATE_LIMITS": "off"}
        redis = Valkey(environment.SCRATCH / "valkey", environment.SOCKET)
        redis.start()
        stack.callback(redis.stop)
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        from config.server import static

        stack.callback(connections.close_all)
        static.collect()
        call_command("migrate", verbosity=0)
        return 0 if report(options.entries) else 1


if __name__ == "__main__":
    sys.exit(main())
