"""Redis for requests: short time-outs, and a circuit breaker for the whole process.

Nothing that a request needs is in Redis alone, so a server that hangs costs one request half a
second, and the next ones nothing.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import time
from collections.abc import Awaitable, Callable
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import redis
import redis.asyncio
from django.conf import settings
from redis.asyncio.retry import Retry as AsyncRetry
from redis.backoff import NoBackoff
from redis.retry import Retry

log = logging.getLogger(__name__)

T = TypeVar("T")

PATIENCE = 0.5  # seconds for a connection, or for an answer
PAUSE = 3.0  # seconds without requests to a server that did not answer
# After a restart of the server retry at once on a new connection; not after a time-out.
OPTIONS: dict[str, Any] = {
    "socket_timeout": PATIENCE,
    "socket_connect_timeout": PATIENCE,
    "retry": Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
}


class _CircuitBreaker:
    """Opens when Redis does not answer; then one request in each PAUSE retries."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.away = False
        self.until = 0.0

    def may_ask(self) -> bool:
        if not self.away:
            return True
        with self.lock:
            now = time.monotonic()
            if self.away and now < self.until:
                return False
            self.until = now + PAUSE
            return True

    def failed(self, error: Exception) -> None:
        with self.lock:
            if not self.away:
                log.warning(
                    "Redis does not answer (%s): nothing is rate-limited until it does, and bots"
                    " are asked late.",
                    error,
                )
            self.away, self.until = True, time.monotonic() + PAUSE

    def answered(self) -> None:
        if self.away:
            with self.lock:
                self.away = False
                log.warning("Redis answers again.")


breaker = _CircuitBreaker()


def ask(question: Callable[[], T], otherwise: T) -> T:
    """Return Redis's answer, or `otherwise` without one. `question` must use a client with
    OPTIONS."""
    if not breaker.may_ask():
        return otherwise
    try:
        answer = question()
    except (redis.RedisError, OSError) as error:
        breaker.failed(error)
        return otherwise
    breaker.answered()
    return answer


async def ask_in_loop(question: Callable[[], Awaitable[T]], otherwise: T) -> T:
    """Return Redis's answer as `ask` does, in an event loop. `question` must use
    `client_in_loop`."""
    if not breaker.may_ask():
        return otherwise
    try:
        answer = await question()
    except (redis.RedisError, OSError) as error:
        breaker.failed(error)
        return otherwise
    breaker.answered()
    return answer


_in_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[bool, Any]] = WeakKeyDictionary()


def client_in_loop(*, single: bool = False) -> Any:
    """Return the running loop's client of Redis. `single`: one connection, half the cost, for
    callers that wait for each answer before the next question."""
    found = _in_loops.setdefault(asyncio.get_running_loop(), {})
    if single not in found:
        options = OPTIONS | {"retry": AsyncRetry(NoBackoff(), 1, (redis.ConnectionError,))}
        found[single] = redis.asyncio.Redis.from_url(settings.REDIS_URL, single, **options)
    return found[single]


async def close_in_loop() -> None:
    """Close the running loop's clients of Redis."""
    for client in _in_loops.pop(asyncio.get_running_loop(), {}).values():
        await client.aclose()


@functools.cache
def client(url: str) -> redis.Redis:
    """Return this process's client of a server."""
    return redis.Redis.from_url(url, max_connections=50, **OPTIONS)
