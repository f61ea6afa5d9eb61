"""Detection of sites that share a Redis and a prefix by mistake: each takes the other's tasks.
Parts write the site's name to Redis, with their heartbeats."""

from __future__ import annotations

import functools
import hashlib
from contextlib import suppress
from pathlib import Path
from typing import cast

from django.conf import settings
from django.db import connection

from config.monitoring import checks

LASTS = 120  # seconds; parts write it every ten
SERVER = (
    "SELECT system_identifier, oid, current_schema() FROM pg_control_system(), pg_database WHERE"
    " datname = current_database()"
)


@functools.cache
def name() -> str:
    """Return a name that no other site has, not even a copy: a hash of when the database was set up
    and where it is. Raises DatabaseError."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT applied FROM django_migrations ORDER BY id LIMIT 1")
        known = [*cursor.fetchone()]
        if connection.vendor == "postgresql":
            cursor.execute(SERVER)
            known += cursor.fetchone()
        else:
            with suppress(OSError):  # in memory, as in tests
                file = Path(str(settings.DATABASES["default"]["NAME"])).stat()
                known += [file.st_dev, file.st_ino]
    return hashlib.sha256(repr(known).encode()).hexdigest()[:16]


def write_name() -> None:
    """Write this site's name. Raises DatabaseError and RedisError."""
    with checks.client().pipeline(transaction=False) as pipe:
        pipe.sadd(_names(), name())
        pipe.expire(_names(), LASTS)
        pipe.set(_key(name()), 1, ex=LASTS)
        pipe.execute()


def count_others() -> int:
    """Return the number of other sites. Raises DatabaseError and RedisError."""
    known = cast("set[bytes]", checks.client().smembers(_names()))
    others = [_key(other.decode()) for other in known]
    others = [other for other in others if other != _key(name())]
    return int(checks.client().exists(*others)) if others else 0


def _names() -> str:
    return f"{settings.REDIS_PREFIX}:sites"


def _key(site: str) -> str:
    return f"{_names()}:{site}"
