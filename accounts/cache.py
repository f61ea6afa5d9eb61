"""Redis as Django's cache. Without Redis nothing fails, and allauth's limits do not apply."""

from __future__ import annotations

from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache

from accounts import quick_redis


class ForgivingCache(RedisCache):
    """A cache that is empty without Redis, in the four operations that the site uses."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(
            server, params | {"OPTIONS": quick_redis.OPTIONS | params.get("OPTIONS", {})}
        )

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        """Write a value unless there is one; return whether it was written, True without Redis."""
        add = super().add
        return quick_redis.ask(lambda: add(key, value, timeout, version), True)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Return a value, or `default` if there is none."""
        get = super().get
        return quick_redis.ask(lambda: get(key, default, version), default)

    def set(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        """Write a value."""
        write = super().set
        quick_redis.ask(lambda: write(key, value, timeout, version), None)

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Delete a value; return whether there was one, False without Redis."""
        delete = super().delete
        return quick_redis.ask(lambda: delete(key, version), False)
