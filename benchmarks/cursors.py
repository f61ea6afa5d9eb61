"""Measure what `games.tables.state.new_entries.planned_once` saves of a move on PostgreSQL.

    python -m benchmarks.cursors
    python -m benchmarks.cursors --moves 2000

Two people play Lost Cities by the service alone, without HTTP and boards: every second move uses
the driver's own cursor, the others Django's. Prints the median milliseconds of the service with
both. The service is about half of a move; the other half is HTTP and two boards.

On 22 November 2026, Python 3.11, two busy cores: 3.96 ms with the driver's, 5.16 ms with Django's,
which is 23 per cent of the service and more than 10 per cent of a move.
"""

from __future__ import annotations

import argparse
import os
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.kit import environment, postgres
from tests.kit.servers import Valkey


@contextmanager
def djangos_own() -> Iterator[Any]:
    """Give Django's cursor."""
    from django.db import connection

    with connection.cursor() as cursor:
        yield cursor


def measure(moves: int) -> dict[str, list[float]]:
    """Return the milliseconds of each move, by the cursor that it used."""
    from django.utils import timezone

    from accounts.models import Device, User
    from accounts.sessions import Stamp
    from games.kernel.replay import codes
    from games.tables import services
    from games.tables.services import fast_path
    from games.tables.state import new_entries, snapshot_cache

    users = [User.objects.create_user(f"user{number}", password="x") for number in range(2)]
    stamps = {}
    for user in users:
        today = timezone.now().date()
        device = Device.objects.create(
            user=user, key=f"of {user.pk}", first_seen=today, last_seen=today
        )
        stamps[user.pk] = Stamp(user.get_session_auth_hash(), device.key, old=False)
    taken: dict[str, list[float]] = {"driver's": [], "Django's": []}
    quick, number = new_entries.planned_once, 0
    while number < moves:
        table = services.open_table(creator=users[0], game="lost_cities", now=timezone.now())
        services.sit(table_id=table.id, user=users[1], now=timezone.now())
        while (at := snapshot_cache.load(table.id)) is not None and at.status == "running":
            assert at.position is not None
            seat = min(at.to_act)
            user_id = at.players[seat].user_id
            assert user_id is not None
            move = {"table_id": table.id, "user_id": user_id, "stamp": stamps[user_id]}
            code = list(codes(at.engine, at.position.state, seat))[-1]
            name = "driver's" if number % 2 else "Django's"
            cursor = quick if number % 2 else djangos_own
            new_entries.planned_once = cursor
            assert fast_path.possible()
            began = time.perf_counter()
            services.act(**move, code=code, ply=at.ply, now=timezone.now())  # type: ignore[arg-type]
            taken[name].append(1000 * (time.perf_counter() - began))
            number += 1
    new_entries.planned_once = quick
    return taken


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--moves", type=int, default=1000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="fairdeal-") as folder, postgres.server() as database:
        redis = Valkey(Path(folder) / "valkey", Path(folder) / "valkey.sock")
        redis.start()
        facts = {"DATABASE_URL": database, "REDIS_URL": f"unix://{redis.socket}"}
        facts |= {"DATA_DIR": folder, "SECRET_KEY": "only-for-benchmarks"}
        os.environ.update(environment.bare() | facts)
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        import django
        from django.core.management import call_command

        django.setup()
        call_command("migrate", verbosity=0)
        taken = {name: statistics.median(found) for name, found in measure(options.moves).items()}
        redis.stop()
    saved = taken["Django's"] - taken["driver's"]
    print(", ".join(f"{name} cursor {milliseconds:.3f} ms" for name, milliseconds in taken.items()))
    share = 100 * saved / taken["Django's"]
    print(f"saves {saved:.3f} ms, {share:.0f} % of the service")


if __name__ == "__main__":
    main()
