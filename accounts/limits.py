"""How often somebody may do something: token buckets in Redis, so that all web processes count together."""

import functools
import ipaddress
from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts import briefly

# Redis's own clock: web processes on several machines need not agree on the time.
_TAKE = """
local clock = redis.call('TIME')
local now = clock[1] + clock[2] / 1e6
local rate, burst, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local kept = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local passed = math.max(0, now - (tonumber(kept[2]) or now))
local tokens = math.min(burst, (tonumber(kept[1]) or burst) + passed * rate)
local allowed = tokens >= cost
if allowed then tokens = tokens - cost end
redis.call('HSET', KEYS[1], 'tokens', tostring(tokens), 'at', tostring(now))
redis.call('PEXPIRE', KEYS[1], math.ceil(burst / rate * 1000) + 1000)
return allowed and 1 or 0
"""


@functools.cache
def _take(url: str) -> Any:
    return briefly.client(url).register_script(_TAKE)


def allow(name: str, key: str | int | None, cost: float = 1) -> bool:
    """Take tokens out of the bucket that `key` has for the limit of this name (config.limits.RATES); False if it holds too few.

    Without Redis everything is allowed: a limit is there for bad days, a game is not stopped for want of it.
    """
    if not settings.RATE_LIMITS:
        return True
    rate = settings.LIMIT_RATES[name]
    bucket = {
        "keys": [f"{settings.REDIS_PREFIX}:limit:{name}:{key}"],
        "args": [rate.count / rate.seconds, rate.count, cost],
    }
    return bool(briefly.ask(lambda: _take(settings.REDIS_URL)(**bucket), True))


def address(request: HttpRequest) -> str:
    """Who asks, as far as limits go: the address, or the network behind an IPv6 address, as one home has billions of those.

    A proxy's word for it reaches us as REMOTE_ADDR if the server trusts that proxy. Headers are not looked at here: anybody can write them.
    """
    try:
        ip = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return "unknown"
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ip.ipv4_mapped or ipaddress.ip_network((ip, 64), strict=False).network_address)
    return str(ip)
