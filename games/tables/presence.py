"""Who is looking at which table: keys in Redis that fade. Without Redis nobody is known to look."""

from __future__ import annotations

import logging
from functools import cache

import redis
from django.conf import settings

log = logging.getLogger(__name__)

FADES = 75  # seconds after the last sign; a page that is seen gives one every 30 s


@cache
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_timeout=0.5, socket_connect_timeout=0.5, max_connections=50)


def _key(table_id: str, user_id: int) -> str:
    return f"{settings.REDIS_PREFIX}:looks:{table_id}:{user_id}"


def look(table_id: str, user_id: int) -> None:
    """A sign that the user has the table before their eyes."""
    try:
        _client(settings.REDIS_URL).set(_key(table_id, user_id), 1, ex=FADES)
    except redis.RedisError as error:
        log.debug("Nobody is known to look: %s", error)


def is_looking(table_id: str, user_id: int) -> bool:
    try:
        return bool(_client(settings.REDIS_URL).exists(_key(table_id, user_id)))
    except redis.RedisError:
        return False
