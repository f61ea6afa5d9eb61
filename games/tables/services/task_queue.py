"""The tasks that tables send, by name. Tables do not import the tasks of other apps, and their own
tasks import these services."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

import redis
from django.conf import settings

from accounts.task_messages import send, send_in_thread, send_later

# Tables do not import ratings: an ended table is marked in a column, and this task looks for it.
RATE = "games.ratings.tasks.rate_due_tables"
PLAY = "games.tables.tasks.play_bot"
HINT = "games.tables.tasks.find_hint"
PLANS = "games.tables.tasks.play_plans"
BOTS = "bots"  # the queue of PLAY and HINT

__all__ = [
    "BOTS",
    "HINT",
    "PLANS",
    "PLAY",
    "RATE",
    "empty",
    "send",
    "send_in_thread",
    "send_later",
    "waiting",
]


@cache
def _redis(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url, socket_timeout=0.5, socket_connect_timeout=0.5, max_connections=10
    )


def waiting(queue: str) -> int | None:
    """Return the number of messages in a queue that no worker has taken; None if Redis does not
    answer."""
    try:
        return int(_redis(settings.REDIS_URL).llen(f"{settings.REDIS_PREFIX}:{queue}"))
    except redis.RedisError:
        return None


def empty(queue: str) -> None:
    """Delete all messages of a queue. Everything that is due is found in the database again."""
    with suppress(redis.RedisError):
        _redis(settings.REDIS_URL).delete(f"{settings.REDIS_PREFIX}:{queue}")
