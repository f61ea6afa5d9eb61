"""Checks of the running site, for `/readyz` and metrics. A function returns or raises, and changes
nothing."""

from __future__ import annotations

import functools
import os
import tempfile
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import redis
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from accounts import mail_connection
from accounts.models import Letter, State
from config import schema
from games.notices.models import Notice, Where
from games.tables.models import Status, Table
from games.tables.services import bot_queue

NOISE = os.urandom(64 * 1024)  # incompressible
QUEUES = ("celery", "bots", "reviews")
ROOM = 4  # times NOISE that must fit on the disk: more than the largest move
# spills some 300 kB to the disk
SPILLS = "SELECT count(*) FROM generate_series(1, 16000)"


def database_answers() -> None:
    """Query the database. Raises DatabaseError."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def migrated() -> bool:
    """Return whether the database has all migrations of this release, and none of a newer one. True
    is cached: while a newer release takes over, this one goes on."""
    return _Migrated.found or _find_migrated()


def newer() -> bool:
    """Return whether the database has migrations of a newer release."""
    return bool(schema.unknown(MigrationLoader(connection)))


class _Migrated:
    found = False


def _find_migrated() -> bool:
    executor = MigrationExecutor(connection)
    lacks = executor.migration_plan(executor.loader.graph.leaf_nodes())
    _Migrated.found = not lacks and not schema.unknown(executor.loader)
    return _Migrated.found


def set_up_at() -> datetime:
    """Return when the site was set up, by its first migration."""
    found: datetime = MigrationRecorder(connection).migration_qs.earliest("applied").applied
    return found


def writable() -> bool:
    """Return whether the database takes writes, and its disk has room."""
    try:
        return _sqlite_writable() if connection.vendor == "sqlite" else _postgresql_writable()
    except (DatabaseError, OSError):
        return False


def _sqlite_writable() -> bool:
    """Return whether a row and a file can be written. The row, rolled back, never reaches the disk,
    so it does not prove room."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE django_migrations SET name = name WHERE id = 1")
        transaction.set_rollback(True)
    with tempfile.TemporaryFile(
        dir=Path(settings.DATABASES["default"]["NAME"]).parent, buffering=0
    ) as file:
        return sum(file.write(NOISE) for _ in range(ROOM)) == ROOM * len(NOISE)


def _postgresql_writable() -> bool:
    """Return whether the server is no standby, and its disk takes a query's temporary file."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('transaction_read_only')")  # on a standby
        if cursor.fetchone() != ("off",):
            return False
        cursor.execute("SET LOCAL work_mem = '64kB'")
        cursor.execute(SPILLS)
    return True


def bots_behind() -> timedelta:
    """Return how long the longest-waiting bot has been due."""
    return bot_queue.behind(timezone.now())


def mails_refused() -> int:
    """Return how many mails wait after a failed attempt."""
    refused: list[Any] = [
        rows.filter(state=State.WAITING, tries__gt=0).exclude(error="") for rows in _mails()
    ]
    return sum(rows.count() for rows in refused)


def _mails() -> list[Any]:
    """Return the letters, and the notices by mail where there is a mail server."""
    notices = [Notice.objects.filter(where=Where.MAIL)] if mail_connection.has_server() else []
    return [*notices, Letter.objects]


def mails() -> dict[str, int]:
    """Return the numbers of waiting and of failed mails, by state."""
    return {
        state: sum(rows.filter(state=state).count() for rows in _mails())
        for state in (State.WAITING.value, State.FAILED.value)
    }


def running_tables() -> int:
    """Return the number of running games."""
    return Table.objects.filter(status=Status.RUNNING).count()


def messages_waiting() -> dict[str, int]:
    """Return queue → its length. Raises RedisError."""
    return {name: client().llen(f"{settings.REDIS_PREFIX}:{name}") for name in QUEUES}


def free_bytes() -> int:
    """Return the free bytes on the disk of the data directory."""
    found = os.statvfs(settings.DATA_DIR)
    return found.f_bavail * found.f_frsize


def redis_answers() -> None:
    """Ping Redis. Raises RedisError; ResponseError when its disk is full."""
    client().ping()


@functools.cache
def client() -> redis.Redis:
    """Return the Redis client for health checks."""
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2, max_connections=16
    )
