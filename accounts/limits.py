"""Rate limits: token buckets in Redis, shared by all web processes."""

import functools
import ipaddress
import time
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts import quick_redis

# By Redis's clock: those of web processes may differ.
_TAKE = """
local clock = redis.call('TIME')
local now = clock[1] + clock[2] / 1e6
local rate, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local cost, debt = tonumber(ARGV[3]), tonumber(ARGV[4])
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local passed = math.max(0, now - (tonumber(kept[2]) or now))
local tokens = math.min(burst, (tonumber(kept[1]) or burst) + passed * rate)
local allowed = tokens + debt >= cost
if allowed then tokens = tokens - cost end
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens), 'at', tostring(now))
redis.call('PEXPIRE', KEYS[1], math.ceil((burst - tokens) / rate * 1000) + 1000)
return {allowed and 1 or 0, tostring(tokens)}
"""
DEBTORS = 10_000  # remembered by the process
_debts: dict[tuple[str, str | int | None], float] = {}  # until when, by this process's clock


@functools.cache
def _script(url: str) -> Any:
    return quick_redis.client(url).register_script(_TAKE)


@functools.lru_cache(4)
def _script_in_loop(client: Any) -> Any:
    return client.register_script(_TAKE)


def allow(name: str, key: str | int | None, cost: float = 1) -> bool:
    """Take `cost` tokens from the bucket of `key` for a limit (config.limits.RATES); False if it
    holds too few. Without Redis everything is allowed."""
    return _take_tokens(name, key, cost, 0)[0]


async def allow_in_loop(name: str, key: str | int | None) -> bool:
    """Take a token as `allow` does, without blocking the event loop."""
    if not settings.RATE_LIMITS:
        return True
    client = quick_redis.client_in_loop()
    bucket = _bucket(name, key, 1, 0)
    allowed, _ = await quick_redis.ask_in_loop(
        lambda: _script_in_loop(client)(**bucket), (True, 0.0)
    )
    return bool(allowed)


def take(name: str, key: str | int | None) -> tuple[bool, int]:
    """Take a token; return whether there was one, and the number left."""
    allowed, left = _take_tokens(name, key, 1, 0)
    return allowed, max(0, int(left))


def charge(name: str, key: str | int | None, cost: float) -> None:
    """Take `cost` tokens, perhaps into debt, which `owes` reports until it is paid."""
    rate = settings.LIMIT_RATES[name]
    _, left = _take_tokens(name, key, cost, cost + rate.count)
    if left < 0:
        if len(_debts) >= DEBTORS:
            _debts.clear()
        _debts[name, key] = time.monotonic() - left * rate.seconds / rate.count


def owes(name: str, key: str | int | None) -> bool:
    """Return whether the bucket is in debt, as far as this process knows, without Redis."""
    until = _debts.get((name, key))
    if until is not None and until <= time.monotonic():
        _debts.pop((name, key), None)
    return until is not None and until > time.monotonic()


def _take_tokens(name: str, key: str | int | None, cost: float, debt: float) -> tuple[bool, float]:
    """Take tokens, down to at most `debt` owed; return whether there were enough, and the number
    left."""
    if not settings.RATE_LIMITS:
        return True, 0.0
    bucket = _bucket(name, key, cost, debt)
    allowed, left = quick_redis.ask(lambda: _script(settings.REDIS_URL)(**bucket), (True, 0.0))
    return bool(allowed), float(left)


def _bucket(name: str, key: str | int | None, cost: float, debt: float) -> dict[str, Any]:
    rate = settings.LIMIT_RATES[name]
    return {
        "keys": [f"{settings.REDIS_PREFIX}:limit:{name}:{key}"],
        "args": [rate.count / rate.seconds, rate.count, cost, debt],
    }


def address(request: HttpRequest) -> str:
    """Return the address that a request counts for; of IPv6 the /64. Headers are not read, since
    anyone can forge them: the server sets REMOTE_ADDR by those of trusted proxies."""
    try:
        ip = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return "unknown"
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ip.ipv4_mapped or ipaddress.ip_network((ip, 64), strict=False).network_address)
    return str(ip)
