"""Measure what a page of a leaderboard costs with a million rated players in PostgreSQL.

    python -m benchmarks.leaderboard
    python -m benchmarks.leaderboard --players 100000 --rounds 20

Server time: from the request to the finished page, of a reader who is logged in, with all
middleware and templates. Besides the players in the list there are a fifth as many who are not
(provisional, or away for long), and half as many rows of a season. The exit code is 1 if a median
is above the limit, or if a page is read without the index.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import statistics
import sys
import time
from contextlib import ExitStack
from typing import Any

from tests.kit import environment, postgres
from tests.kit.servers import Valkey

LIMIT = 50.0  # milliseconds
INDEX = "rating_ranked"
FIRST = "the first page that anybody asks for"  # it counts the players, which is then kept
BOARD = "/leaderboard/lost_cities/"

USERS = """INSERT INTO accounts_user ({columns})
    SELECT {values} FROM accounts_user, generate_series(1, %s) n"""
# A normal distribution around 1500, its player the n-th account. Of twenty-four one has been away
# for long, two are provisional, and one may not be ranked, as where ratings are guarded.
RATINGS = """INSERT INTO ratings_rating
        (user_id, game, ladder, season, mu, sigma, value, deviation, games, won, drawn, last_at,
        established, eligible)
    SELECT id, 'lost_cities', 'two', %(season)s, mu, sigma, round(mu), round(sigma), games,
        games / 2, 0,
        now() - interval '1 day' * (CASE WHEN id %% 24 = 0 THEN 200 ELSE random() * 80 END),
        id %% 12 <> 1, id %% 24 <> 12
    FROM (SELECT id, 1500 + 200 * sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random()) AS mu,
        50 + random() * 50 AS sigma, 10 + (random() * 200)::int AS games
        FROM accounts_user WHERE id <= %(upto)s) believed"""


def fill(players: int) -> None:
    """Players like one that Django made, with their ratings; then what autovacuum would do in its
    own time."""
    from django.db import connection
    from django.utils import timezone

    from accounts.models import User

    everybody = players * 6 // 5
    User.objects.create_user("template", password=None, closed_at=timezone.now())
    own = {"username": "'player' || n", "closed_at": "CASE WHEN n %% 500 = 0 THEN now() END"}
    columns = [
        field.column for field in User._meta.fields if field.column and not field.primary_key
    ]
    with connection.cursor() as cursor:
        cursor.execute("SELECT setseed(0.5)")
        cursor.execute(
            USERS.format(
                columns=", ".join(columns),
                values=", ".join(own.get(name, name) for name in columns),
            ),
            [everybody],
        )
        cursor.execute(RATINGS, {"season": "", "upto": everybody})
        cursor.execute(RATINGS, {"season": "2026Q3", "upto": players // 2})
        cursor.execute("VACUUM ANALYZE accounts_user, ratings_rating")


def ask(client: Any, path: str) -> tuple[tuple[float, float], Any]:
    """(Milliseconds, of these on the processor of the web process) and the answer."""
    began, busy = time.perf_counter(), time.thread_time()
    answer = client.get(path)
    return (1000 * (time.perf_counter() - began), 1000 * (time.thread_time() - busy)), answer


def clients(count: int) -> list[Any]:
    """Readers somewhere in the list, logged in."""
    from django.conf import settings
    from django.test import Client
    from django.utils import timezone

    from games.ratings import ranks
    from games.ratings.ranks import Ranking

    listed = ranks.ranked(Ranking("lost_cities", "two", ""), timezone.now()).select_related("user")
    found = []
    for rating in listed.filter(pk__in=random.sample(range(1, listed.count()), count * 2))[:count]:
        client = Client(SERVER_NAME="localhost")
        client.force_login(rating.user, backend=settings.AUTHENTICATION_BACKENDS[0])
        found.append(client)
    return found


def measure(rounds: int) -> dict[str, list[tuple[float, float]]]:
    """Return, by what was asked for, the milliseconds of each round: on the wall clock, and of the
    web process."""
    readers = clients(rounds)
    took, answer = ask(readers[0], BOARD)
    last = int(re.search(rb"Page 1 of ([\d,]+)", answer.content)[1].replace(b",", b""))  # type: ignore[index]
    times: dict[str, list[tuple[float, float]]] = {FIRST: [took]}
    ask(readers[0], f"{BOARD}?season=2026Q3")
    for reader in readers:
        deep = random.randrange(last // 4, 3 * last // 4)
        for what, path in {
            "first page": BOARD,
            f"a page in the middle of {last:,}": f"{BOARD}?page={deep}",
            "last page": f"{BOARD}?page={last}",
            "first page of a season": f"{BOARD}?season=2026Q3",
            "find me": f"{BOARD}?find=me",
        }.items():
            took, answer = ask(reader, path)
            times.setdefault(what, []).append(took)
            if answer.status_code == 302:
                took, answer = ask(reader, answer["Location"])
                times.setdefault("the page that it leads to", []).append(took)
                assert b'id="me"' in answer.content, "the reader's row is not on the page"
            assert answer.status_code == 200, (path, answer.status_code)
    return times


def plans() -> list[tuple[str, str]]:
    """Return how PostgreSQL reads a page in the middle, and how it counts."""
    from django.db.models import Count
    from django.utils import timezone

    from games.ratings import ranks
    from games.ratings.ranks import Ranking

    ranking, now = Ranking("lost_cities", "two", ""), timezone.now()
    ranked = ranks.of(ranking, now)
    value, skip = ranked.start(ranked.total // 2)
    listed = ranks.ranked(ranking, now)
    page = (
        listed.filter(value__lte=value)
        .order_by("-value", "user")
        .values_list("user")[skip : skip + 50]
    )
    counted = listed.values_list("value").annotate(players=Count("pk")).order_by("-value")
    return [
        (what, query.explain(analyze=True, buffers=True))
        for what, query in (("a page in the middle", page), ("the count", counted))
    ]


def report(times: dict[str, list[tuple[float, float]]], explained: list[tuple[str, str]]) -> bool:
    """Print the table. Returns whether every page was fast enough."""
    print(
        "| what | median ms | 95 % | most | web process, CPU |\n| --- | ---: | ---: | ---: | ---: |"
    )
    good = True
    for what, figures in times.items():
        walls, busy = (
            sorted(wall for wall, _ in figures),
            statistics.median(cpu for _, cpu in figures),
        )
        middle = statistics.median(walls)
        print(
            f"| {what} | {middle:.1f} | {walls[int(0.95 * (len(walls) - 1))]:.1f} | {walls[-1]:.1f}"
            f" | {busy:.1f} |"
        )
        good = good and (middle <= LIMIT or what == FIRST)
    for what, plan in explained:
        print(f"\n{what}:\n{plan}")
    good = good and INDEX in explained[0][1]
    return good


def main() -> int:
    """Fill a database, measure and print. Returns the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=1_000_000, help="in the list")
    parser.add_argument("--rounds", type=int, default=50)
    options = parser.parse_args()
    random.seed(4)
    with ExitStack() as stack:
        os.environ["TEST_DATABASE_URL"] = stack.enter_context(
            postgres.server(fsync="on", shared_buffers="128MB")
        )
        environment.prepare()
        redis = Valkey(environment.SCRATCH / "valkey", environment.SOCKET)
        redis.start()
        stack.callback(redis.stop)
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        import django

        django.setup()
        from django.core.management import call_command
        from django.db import connections

        from config.server import static

        stack.callback(connections.close_all)
        static.collect()
        call_command("migrate", verbosity=0)
        began = time.perf_counter()
        fill(options.players)
        print(
            f"{options.players:,} players in the list after {time.perf_counter() - began:.0f} s.\n",
            flush=True,
        )
        good = report(measure(options.rounds), plans())
    print(
        f"\nEvery median is {'at most' if good else 'NOT at most'} {LIMIT:.0f} ms, with the index"
        f" {INDEX}."
    )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
