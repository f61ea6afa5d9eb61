"""The tasks that tables ask for, by name: those of other apps they do not know, and their own are
doors to these services."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

import redis
from django.conf import settings

from accounts.errands import ask

# tables do not know ratings: an ended table is found by a column, rung by this name
RATE = "games.ratings.tasks.rate_due_tables"
PLAY = "games.tables.tasks.play_bot"
BOTS = "bots"  # the queue of PLAY

__all__ = ["BOTS", "PLAY", "RATE", "ask", "empty", "waiting"]


@cache
def _redis(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url, socket_timeout=0.5, socket_connect_timeout=0.5, max_connections=10
    )


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
