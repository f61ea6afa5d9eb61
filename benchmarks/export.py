"""Measure how fast games come out: games a second and the most memory, by the number of games.

    python -m benchmarks.export                 2,000, 8,000 and 32,000 games on SQLite
    python -m benchmarks.export --games 500 --ways dump

The games are copies of one of Lost Cities of usual length, so that only their number differs. Two
ways: the dump (`manage.py dump_games`), and a list with transcripts as a program asks for it, page
after page, without limits of speed. Each measures in a process of its own. Lichess sends 20 games
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
    """Make so many ended public games with their logs, a minute apart."""
    from datetime import timedelta
    from random import Random

    from django.utils import timezone

    from accounts.models import User
    from games.tables import services
    from games.tables.models import Action, Seat, Table, new_id
    from games.tables.state import snapshot_cache

    now, rng = timezone.now(), Random(1)
    users = [User.objects.create_user(name, password=None) for name in ("ann", "ben")]
    opened = services.open_table(creator=users[0], game="lost_cities", now=now)
    services.sit(table_id=opened.id, user=users[1], now=now)
    while (row := Table.objects.get(pk=opened.id)).status == "running":
        at = snapshot_cache.current(row)
        seat = next(iter(at.to_act))
        assert at.position
        code = at.engine.encode(rng.choice(at.engine.legal_actions(at.position.state, seat)))
        user_id = at.players[seat].user_id
        services.act(table_id=row.id, user_id=user_id, code=code, ply=row.ply, now=now)
    logs = list(Action.objects.filter(table=row))
    copied: tuple[tuple[Any, list[Any]], ...] = ((Seat, list(row.seats.all())), (Action, logs))
    for begin in range(1, count, ROUND):
        tables = []
        for number in range(begin, min(begin + ROUND, count)):
            facts = {field.attname: getattr(row, field.attname) for field in row._meta.fields}
            facts |= {"id": new_id(), "ended_at": now - timedelta(minutes=number)}
            tables.append(Table(**facts))
        Table.objects.bulk_create(tables)
        for model, rows in copied:
            model._default_manager.bulk_create(
                model(**{f.attname: getattr(one, f.attname) for f in model._meta.fields}
                      | {"id": None, "table_id": table.pk, **(
                          {"ended_at": table.ended_at} if model is Seat else {})})
                for table in tables for one in rows
            )  # fmt: skip


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


WAYS = {"dump": dump, "list": listed}


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
