"""Redis as Django's cache, made so that its absence is no error: what allauth counts in it is then
not counted."""

from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient

from accounts import briefly


class _Client(RedisCacheClient):
    def add(self, key: str, value: Any, timeout: int | None) -> bool:
        return briefly.ask(lambda: bool(super(_Client, self).add(key, value, timeout)), True)

    def get(self, key: str, default: Any) -> Any:
        return briefly.ask(lambda: super(_Client, self).get(key, default), default)

    def set(self, key: str, value: Any, timeout: int | None) -> None:
        briefly.ask(lambda: super(_Client, self).set(key, value, timeout), None)

    def delete(self, key: str) -> bool:
        return briefly.ask(lambda: bool(super(_Client, self).delete(key)), False)


class ForgivingCache(RedisCache):
    """Forgiving in the four things that the site asks of it."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params | {"OPTIONS": briefly.OPTIONS | params.get("OPTIONS", {})})
        self._class = _Client
