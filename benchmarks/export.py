"""Measure export and import: games a second and the peak memory, by the number of games.

    python -m benchmarks.export                 2,000, 8,000 and 32,000 games on SQLite
    python -m benchmarks.export --games 500 --ways dump

The games are random ones of Lost Cities, no two alike. Three ways: the dump (`manage.py
dump_games`); a list with transcripts as a program asks for it, page after page, without limits of
speed; and the import of the dump (`manage.py import_games`), which replays each game and writes it
out once more to compare the hashes. Each measures in a process of its own. Lichess sends 20 games
a second to anybody, 30 to a program with a token, and 60 of its owner's own
(https://lichess.org/api, games/user).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from tests.kit import environment

ROUND = 500  # rows in one statement


def fill(count: int) -> None:
    """Make so many different ended public games with their logs, a minute apart."""
    from datetime import timedelta
    from random import Random

    from django.utils import timezone

    from accounts.models import User
    from games.tables import services
    from games.tables.models import Action, Seat, Table, new_id

    now, rng = timezone.now(), Random(1)
    users = [User.objects.create_user(name, password=None) for name in ("ann", "ben", "cal")]
    opened = services.open_table(creator=users[0], game="lost_cities", now=now)
    services.sit(table_id=opened.id, user=users[1], now=now)
    services.resign(table_id=opened.id, user_id=users[1].pk, now=now)
    row, seats = Table.objects.get(pk=opened.id), list(Seat.objects.order_by("number"))
    row.ended_by = "rules"
    for begin in range(0, count, ROUND):
        made: tuple[list[Any], list[Any], list[Any]] = ([], [], [])
        for number in range(begin, min(begin + ROUND, count)):
            entries, scores, places = play(rng)
            facts = {"id": new_id(), "ended_at": now - timedelta(minutes=number)}
            table = Table(**_facts(row) | facts | {"ply": len(entries)})
            made[0].append(table)
            for one, score, place in zip(seats, scores, places, strict=True):
                facts = {"id": None, "table_id": table.pk, "ended_at": table.ended_at}
                left = {"left_by": "", "left_ply": None, "score": score, "place": place}
                made[1].append(Seat(**_facts(one) | facts | left))
            for ply, entry in enumerate(entries):
                facts = {"ply": ply, "seat": entry.seat, "code": entry.code, "at": now}
                made[2].append(Action(table_id=table.pk, prev="", hash="", **facts))
        for model, rows in zip((Table, Seat, Action), made, strict=True):
            model._default_manager.bulk_create(rows)
    row.delete()


def _facts(row: Any) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.fields}


def play(rng: Any) -> tuple[list[Any], list[int], list[int]]:
    """Return the log of a random game of Lost Cities, and its scores and places."""
    from games.kernel import replay
    from games.kernel.protocol import Setup
    from games.registry import engines

    engine = engines()["lost_cities"]
    position: Any = replay.begin(engine, Setup(2, {}, engine.ruleset))
    entries: list[Any] = []
    while (outcome := engine.outcome(position.state)) is None:
        if due := engine.chance(position.state):
            entry = replay.Entry(None, replay.deal_code(rng.sample(due, len(due))))
        else:
            seat = min(engine.to_act(position.state))
            codes = [engine.encode(one) for one in engine.legal_actions(position.state, seat)]
            # mostly from the stock, as people draw: games of usual length
            code = "draw stock" if "draw stock" in codes and rng.random() < 0.9 else ""
            entry = replay.Entry(seat, code or rng.choice(codes))
        position = replay.advance(engine, position, entry)
        entries.append(entry)
    return entries, list(outcome.scores), list(outcome.places)


def dump(folder: Path) -> int:
    """Write the dump; return the number of its games."""
    from django.utils import timezone

    from games.api import dumps

    dumps.write(folder, timezone.now())
    import gzip

    return sum(sum(1 for _ in gzip.open(path)) for path in dumps.files(folder).values())


def listed(_folder: Path) -> int:
    """Read the archive as lines; return the number of its games."""
    import asyncio

    from a2wsgi import WSGIMiddleware
    from django.core.wsgi import get_wsgi_application

    from games.api.lines import Lines

    found = 0
    ended = asyncio.Event()

    async def receive() -> dict[str, object]:
        await ended.wait()
        return {"type": "http.disconnect"}

    async def send(event: dict[str, Any]) -> None:
        nonlocal found
        found += event.get("body", b"").count(b"\n")

    scope = {
        **{"type": "http", "method": "GET", "path": "/api/1/games/lost_cities/archive"},
        **{
            "query_string": b"transcripts=true",
            "scheme": "http",
            "root_path": "",
            "http_version": "1.1",
        },
        "headers": [(b"host", b"localhost"), (b"accept", b"application/x-ndjson")],
        **{"client": ("127.0.0.1", 1), "server": ("localhost", 80)},
    }
    application: Any = get_wsgi_application()
    asyncio.run(Lines(WSGIMiddleware(application))(scope, receive, send))
    return found


def taken(folder: Path) -> int:
    """Import the games of the dump; return their number. Raises AssertionError unless each is
    exported again unchanged."""
    import gzip
    from hashlib import sha256

    from django.utils import timezone

    from accounts.models import User
    from games.api import dumps
    from games.tables import services
    from games.tables.models import Table
    from games.tables.proof import fairness

    user, now, found = User.objects.get(username="cal"), timezone.now(), 0
    for path in dumps.files(folder).values():
        with gzip.open(path, "rt") as lines:
            for line in lines:
                text = json.loads(line)["transcript"]
                made = services.import_game(text=text, user=user, now=now)
                table = Table.objects.prefetch_related("seats__user").get(pk=made.pk)
                again = fairness.transcripts_of([table], now)[table.pk]
                assert sha256(again.encode()).digest() == sha256(text.encode()).digest(), line
                found += 1
    assert Table.objects.filter(creator=user).count() == found, "two games were taken for one"
    return found


WAYS = {"dump": dump, "list": listed, "import": taken}


def measure(way: str, folder: Path) -> None:
    """Print what one way does in this process."""
    began, done, most = time.perf_counter(), threading.Event(), 0

    def watch() -> None:
        nonlocal most
        while not done.wait(0.05):
            most = max(most, own_memory())

    watcher = threading.Thread(target=watch)
    watcher.start()
    games = WAYS[way](folder)
    seconds = time.perf_counter() - began
    done.set()
    watcher.join()
    print(json.dumps({"games": games, "a second": round(games / seconds), "MB": most}))


def own_memory() -> int:
    """Return this process's own memory in MB. The file of the database does not count, which SQLite
    maps up to 128 MB of: its pages are the system's."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("RssAnon:")[1].split()[0]) // 1024


def main() -> int:
    """Fill sites of several sizes, and print a line for each way."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, nargs="+", default=[2000, 8000, 32000])
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=list(WAYS))
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        import django

        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        django.setup()
        folder = Path(os.environ["DATA_DIR"])
        if options.child == "fill":
            fill(options.games[0])
        else:
            measure(options.child, folder / "dump")
        return 0
    for count in options.games:
        with tempfile.TemporaryDirectory(prefix="fairdeal-") as place:
            env = environment.bare() | {"DATA_DIR": place, "RATE_LIMITS": "off"}
            run = {"cwd": environment.ROOT, "env": env, "check": True}
            subprocess.run([sys.executable, "manage.py", "migrate", "-v0"], **run)  # type: ignore[call-overload]
            for child in ("fill", *options.ways):
                print(f"{count:>7} {child:<5}", end="" if child != "fill" else "\n", flush=True)
                command = [sys.executable, "-m", "benchmarks.export", "--child", child]
                subprocess.run([*command, "--games", str(count)], **run)  # type: ignore[call-overload]
    return 0


if __name__ == "__main__":
    sys.exit(main())
