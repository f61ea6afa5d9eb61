"""Signs of life of the parts that nobody can ask: a key in Redis for each, which goes by itself
when its part falls silent."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from threading import Thread, current_thread
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection
from redis import RedisError

from config.monitoring import checks, shared_redis

PARTS = ("worker", "bots", "beat")
EVERY, LASTS = 10.0, 45  # seconds


def leave(part: str) -> None:
    """Write that a part runs. The entry expires by itself."""
    checks.client().set(_key(part), 1, ex=LASTS)


def heard(part: str) -> bool:
    """Return whether a process of that part was heard of lately. Raises RedisError."""
    return bool(checks.client().exists(_key(part)))


def silence(part: str) -> float | None:
    """Return for how many seconds nothing was heard of a part; None if for too long to tell. Raises
    RedisError."""
    left = int(checks.client().pttl(_key(part)))
    return LASTS - left / 1000 if left > 0 else None


def _key(part: str) -> str:
    return f"{settings.REDIS_PREFIX}:heartbeat:{part}"


def worker_runs(sender: Any, **_: Any) -> None:
    """Start the heartbeats of a worker: Celery calls this when it begins to serve its queue."""
    queues = sender.app.amqp.queues.consume_from
    if "bots" in queues or "celery" in queues:  # nobody waits for a worker of reviews alone
        keep("bots" if "bots" in queues else "worker")


def keep(part: str, also: Callable[[], None] = lambda: None) -> None:
    """Leave a sign of life, and the name of the site, every few seconds for as long as the calling
    thread lives, and do something else each time. The scheduler may be a thread of the worker."""
    caller = current_thread()

    def run() -> None:
        while caller.is_alive():
            with suppress(RedisError):
                leave(part)
            with suppress(RedisError, DatabaseError):
                shared_redis.tell()
            connection.close()
            also()
            time.sleep(EVERY)

    Thread(target=run, name="heartbeat", daemon=True).start()
