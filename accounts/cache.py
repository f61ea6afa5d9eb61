"""Redis as Django's cache, made so that its absence is no error: what allauth counts in it is then not counted."""

import logging
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis import RedisError

log = logging.getLogger(__name__)


class _Client(RedisCacheClient):
    def add(self, key: str, value: Any, timeout: int | None) -> bool:
        try:
            return super().add(key, value, timeout)
        except RedisError as error:
            log.warning("The cache does not answer: %s", error)
            return True

    def get(self, key: str, default: Any) -> Any:
        try:
            return super().get(key, default)
        except RedisError:
            return default

    def set(self, key: str, value: Any, timeout: int | None) -> None:
        try:
            super().set(key, value, timeout)
        except RedisError:
            return

    def delete(self, key: str) -> bool:
        try:
            return super().delete(key)
        except RedisError:
            return False


class ForgivingCache(RedisCache):
    """Forgiving in the four things that the site asks of it."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client
