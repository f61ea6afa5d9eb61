"""Messages to Celery. What is due stands in the database, so one that is lost is only late."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from threading import local
from typing import Any

import celery
import redis
from django.conf import settings

from accounts import briefly

RATE = "games.ratings.tasks.rate_due_tables"  # tables do not know ratings: an ended table is found by a column, rung by this name
PLAY = "games.tables.tasks.play_bot"
BOTS = "bots"  # the queue of PLAY

# A request waits for this no longer than for anything else in Redis.
PATIENCE = {"socket_timeout": briefly.PATIENCE, "socket_connect_timeout": briefly.PATIENCE}

_kept = local()  # a connection for each thread: making one takes longer than sending


def ask(task: str, *args: object, countdown: float = 0) -> None:
    """Ask for a task, to be run in so many seconds. While Redis is away nobody is asked: beat will."""
    options = {"countdown": countdown} if countdown > 0 else {}
    briefly.ask(lambda: _asked(task, args, options), None)


def _asked(task: str, args: tuple[object, ...], options: dict[str, Any]) -> None:
    if hasattr(_kept, "broker"):
        try:
            return _send(task, args, options)
        except Exception:
            _drop()  # Redis has restarted, say: a new connection may be better
    try:
        _send(task, args, options)
    except Exception as error:
        _drop()
        raise ConnectionError(f"{task}: {type(error).__name__}") from error


@cache
def _redis(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=0.5, socket_connect_timeout=0.5, max_connections=10)


def waiting(queue: str) -> int | None:
    """How many messages lie in a queue, taken by nobody yet; None if Redis does not say."""
    try:
        return int(_redis(settings.REDIS_URL).llen(f"{settings.REDIS_PREFIX}:{queue}"))
    except redis.RedisError:
        return None


def empty(queue: str) -> None:
    """Throw away what lies in a queue: whatever is due is found in the database again."""
    with suppress(redis.RedisError):
        _redis(settings.REDIS_URL).delete(f"{settings.REDIS_PREFIX}:{queue}")


def _send(task: str, args: tuple[object, ...], options: dict[str, Any]) -> None:
    if not hasattr(_kept, "broker"):
        _kept.broker = celery.current_app.connection_for_write(transport_options={"max_retries": 0, **PATIENCE})
    celery.current_app.send_task(task, args, connection=_kept.broker, retry=False, ignore_result=True, **options)


def _drop() -> None:
    broker = _kept.__dict__.pop("broker", None)
    with suppress(Exception):
        broker.close()
