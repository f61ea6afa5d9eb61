"""Measure the pages and the moves of a site with a large database.

    python -m benchmarks.grown                          a million ended tables, 100,000 people
    python -m benchmarks.grown --keep /tmp/grown        keep the data for a second run
    python -m benchmarks.grown --only pages             or moves
    python -m benchmarks.grown --only pages --named leaderboard --people 1000000

`benchmarks.town` makes the data in a PostgreSQL of its own. Signed-in readers (core 1) request the
pages of the running site (core 0), one request after the other: the time is from the request to the
last byte. Their queries are then run again in this process and explained: a page whose queries read
a large table as a whole, or more than some rows, is marked, and the exit code is 1. For the moves
the load of `benchmarks.moves` is played on this database and on an empty one in turn; what counts
is the ratio of the medians.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks import moves
from tests.kit import environment, postgres
from tests.kit.servers import Site, Valkey

MEASURED: dict[str, Any] = {"fsync": "on", "shared_buffers": "128MB"}
FILLED: dict[str, Any] = {
    "fsync": "off",
    "shared_buffers": "1GB",
    "max_wal_size": "8GB",
    "autovacuum": "off",
}
LIMIT = 20.0  # milliseconds, of a median
MOST = 1_500  # rows that one step of a query may read
WANTED = 0.95


def set_up(url: str) -> None:
    """Set up Django on this database, whose tables it brings up to date."""
    os.environ["TEST_DATABASE_URL"] = environment.DATABASE = url
    environment.prepare()
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.core.management import call_command

    from config.server import static

    static.collect()
    began = time.perf_counter()
    call_command("migrate", verbosity=0)
    print(f"The tables are up to date after {time.perf_counter() - began:.0f} s.", flush=True)


def fill(options: argparse.Namespace) -> None:
    """Fill the database unless it is filled."""
    from django.db import connection

    from accounts.models import User
    from benchmarks import town

    began = time.perf_counter()
    if not User.objects.exists():
        town.build(town.Size(options.tables, options.people, options.entries))
    with connection.cursor() as cursor:  # as autovacuum would in its own time
        cursor.execute("VACUUM ANALYZE")
    print(f"{_count()} after {time.perf_counter() - began:.0f} s.\n", flush=True)


def _count() -> str:
    from django.db import connection

    names = {"tables_table": "tables", "accounts_user": "people", "tables_seat": "seats"}
    names |= {"tables_action": "entries", "ratings_ratingchange": "changes of ratings"}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, reltuples::bigint FROM pg_class WHERE relname = ANY(%s)", [[*names]]
        )
        counts = dict(cursor.fetchall())
        cursor.execute("SELECT pg_size_pretty(pg_database_size(current_database()))")
        (size,) = cursor.fetchone()
    return ", ".join(f"{counts[name]:,} {word}" for name, word in names.items()) + f": {size}"


# --- pages ---


def pages(site: Site, pids: list[int], options: argparse.Namespace) -> bool:
    """Measure the pages of a site, and print the table."""
    from benchmarks import asking

    rows = list(asking.measure(site.url, options.rounds, pids, options.named))
    print("| page | ms, median | p95 | CPU ms | queries | rows read | most in one step |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | --- |")
    good = True
    for row in rows:
        middle, found = statistics.median(row.times), row.read
        p95 = sorted(row.times)[int(0.95 * (len(row.times) - 1))]
        marks = [*sorted(f"all of {table}" for table in found.whole)]
        marks += ["MANY ROWS"] if found.most > MOST else []
        marks += ["SLOW"] if min(middle, row.cpu) > LIMIT else []
        print(
            f"| {row.name} | {middle:.1f} | {p95:.1f} | {row.cpu:.1f} | {found.queries}"
            f" | {found.rows:,.0f} | {'; '.join((f'{found.most:,.0f}: {found.step}', *marks))} |"
        )
        good = good and not marks
    print(
        f"\nEvery page takes {'at most' if good else 'NOT at most'} {LIMIT:.0f} ms of processors,"
        f" no large table is read as a whole, and no step reads more than {MOST:,} rows.\n",
        flush=True,
    )
    return good


# --- moves ---


def play(sites: dict[str, tuple[Site, list[int]]], options: argparse.Namespace) -> bool:
    """Play on both sites in turn, and print the ratio."""
    speed: dict[str, list[float]] = {name: [] for name in sites}
    cost: dict[str, list[float]] = {name: [] for name in sites}
    for _ in range(options.rounds_of_moves):
        for name, (site, pids) in sites.items():
            result = moves.load("site", site.url, 50, options.seconds, 0.0, pids)
            speed[name].append(result["moves_per_second"])
            cost[name].append(result["cpu_ms_per_move"])
            print(f"  {name}: {speed[name][-1]:.1f} moves/s, {cost[name][-1]:.2f} ms", flush=True)
    print("\n| database | moves/s, median | CPU ms a move |\n| --- | ---: | ---: |")
    for name in sites:
        middle = [statistics.median(figures[name]) for figures in (speed, cost)]
        print(f"| {name} | {middle[0]:.1f} | {middle[1]:.2f} |")
    ratio = statistics.median(speed["grown"]) / statistics.median(speed["empty"])
    print(f"\nMoves a second, grown : empty = {ratio:.3f} (wanted: {WANTED}).")
    return ratio >= WANTED


def site_on(stack: ExitStack, server: postgres.Server, bus: str) -> tuple[Site, list[int]]:
    """Run a site on a database. Returns it with the processes of its side, without Redis."""
    name = server.folder.name
    settings: dict[str, Any] = {"REDIS_URL": bus, "REDIS_PREFIX": name, "RATE_LIMITS": "off"}
    settings["SECRET_KEY"] = "only-for-tests"
    site = Site(server.folder / "site", DATABASE_URL=server.url, **settings)
    site.run()
    stack.callback(site.stop)
    assert site.process and server.process
    return site, [server.process.pid, site.process.pid]


def main() -> int:
    """Fill a database, measure and print. Returns the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=1_000_000)
    parser.add_argument("--people", type=int, default=100_000, help="a multiple of 40")
    parser.add_argument("--entries", type=int, default=10, help="of each log")
    parser.add_argument("--keep", type=Path, help="the folder of the data, for a second run")
    parser.add_argument("--only", choices=["pages", "moves"])
    parser.add_argument("--named", default="", help="the pages with this in their names")
    parser.add_argument("--rounds", type=int, default=40, help="readers of each page")
    parser.add_argument("--rounds-of-moves", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=8)
    options = parser.parse_args()
    random.seed(4)
    good = True
    with ExitStack() as stack:
        grown = stack.enter_context(postgres.running(kept=options.keep, **FILLED))
        set_up(grown.url)
        from django.db import connections

        stack.callback(connections.close_all)
        fill(options)
        connections.close_all()
        grown.stop()
        grown.options = {**grown.options, **MEASURED, "autovacuum": "on", "max_wal_size": "1GB"}
        grown.start()
        redis = Valkey(environment.SCRATCH / "valkey", environment.SOCKET)
        redis.start()
        stack.callback(redis.stop)
        moves._pin(0)
        bus = f"unix://{environment.SOCKET}"
        sites = {"grown": site_on(stack, grown, bus)}
        if options.only != "moves":
            moves._pin(1)
            good = pages(*sites["grown"], options)
        if options.only != "pages":
            connections.close_all()
            moves._pin(0)
            empty = stack.enter_context(postgres.running(**MEASURED))
            sites["empty"] = site_on(stack, empty, bus)
            good = play(sites, options) and good
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
