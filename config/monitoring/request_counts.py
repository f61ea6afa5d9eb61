"""Counts of requests for the site's numbers (`games.site`), sent to Redis once a minute. A process
that is killed loses a minute."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections import Counter
from contextlib import suppress
from threading import Lock, Thread

from django.conf import settings
from redis import RedisError

EVERY = 60.0  # seconds
KEPT = 3 * 3600  # seconds
EDGES = (5, 10, 20, 30, 40, 60, 80, 100, 150, 200, 300, 500, 1000, 2000, 5000)
"""Upper bounds of the buckets, in milliseconds."""

_counts: Counter[str] = Counter()
_lock = Lock()
_next = [time.monotonic() + EVERY]
_NAMES = (*(f"ms{edge}" for edge in EDGES), "slower")


def add(seconds: float, *, move: bool, failed: bool) -> None:
    """Count an answer."""
    with _lock:
        _counts[_NAMES[bisect_left(EDGES, seconds * 1000)]] += 1
        if move:
            _counts["moves"] += 1
        if failed:
            _counts["errors"] += 1
        if time.monotonic() < _next[0]:
            return
        _next[0] = time.monotonic() + EVERY
    Thread(target=send, name="request-counts", daemon=True).start()


def send() -> None:
    """Add this process's counts to those of the hour in Redis."""
    with _lock:
        counts = dict(_counts)
        _counts.clear()
    with suppress(RedisError):  # a minute is lost
        _add(counts)


def task_failed(**_: object) -> None:
    """Count a failed task."""
    with suppress(RedisError):
        _add({"errors": 1})


def _add(counts: dict[str, int]) -> None:
    from config.monitoring import checks

    with checks.client().pipeline(transaction=False) as pipe:
        for name, count in counts.items():
            pipe.hincrby(key(_hour()), name, count)
        pipe.expire(key(_hour()), KEPT)
        pipe.execute()


def read(hour: int) -> dict[str, int]:
    """Return the counts of an hour (since 1970). Raises RedisError."""
    from config.monitoring import checks

    found = checks.client().hgetall(key(hour))
    return {str(name, "ascii"): int(count) for name, count in found.items()}  # type: ignore[arg-type]


def percentile_95(found: dict[str, int]) -> int | None:
    """Return the 95th percentile of answers in milliseconds; None without answers."""
    counts = [found.get(name, 0) for name in _NAMES]
    wanted, seen = sum(counts) * 0.95, 0
    for edge, count in zip((*EDGES, EDGES[-1] * 2), counts, strict=True):
        seen += count
        if seen >= wanted > 0:
            return edge
    return None


def _hour() -> int:
    return int(time.time() // 3600)


def key(hour: int) -> str:
    """Return the key of an hour."""
    return f"{settings.REDIS_PREFIX}:tally:{hour}"
