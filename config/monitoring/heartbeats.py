"""Heartbeats of the parts that serve no requests: a key in Redis for each, which expires."""

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


def write(part: str) -> None:
    """Write a heartbeat of a part."""
    checks.client().set(_key(part), 1, ex=LASTS)


def is_alive(part: str) -> bool:
    """Return whether a part has a recent heartbeat. Raises RedisError."""
    return bool(checks.client().exists(_key(part)))


def age(part: str) -> float | None:
    """Return the seconds since a part's last heartbeat; None if it has expired. Raises
    RedisError."""
    left = int(checks.client().pttl(_key(part)))
    return LASTS - left / 1000 if left > 0 else None


def _key(part: str) -> str:
    return f"{settings.REDIS_PREFIX}:heartbeat:{part}"


def start_for_worker(sender: Any, **_: Any) -> None:
    """Start the heartbeats of a worker when it serves its queue."""
    queues = sender.app.amqp.queues.consume_from
    if "bots" in queues or "celery" in queues:  # nobody waits for reviews
        start("bots" if "bots" in queues else "worker")


def start(part: str, also: Callable[[], None] = lambda: None) -> None:
    """Write a heartbeat and the site's name, and call `also`, every ten seconds while the calling
    thread lives: the scheduler may be a thread of the worker."""
    caller = current_thread()

    def run() -> None:
        while caller.is_alive():
            with suppress(RedisError):
                write(part)
            with suppress(RedisError, DatabaseError):
                shared_redis.write_name()
            connection.close()
            also()
            time.sleep(EVERY)

    Thread(target=run, name="heartbeat", daemon=True).start()
