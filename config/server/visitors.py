"""The visitors for whom connections count, and the limit of connections of a process."""

from __future__ import annotations

import ipaddress
import resource
from functools import cache, lru_cache

from django.conf import settings

FILES = 65_536  # as many as a web process asks for; some systems would allow a thousand million
# of a process, which are no connections of visitors: database, Redis, logs, files that are sent
OTHER_FILES = 200

Network = ipaddress.IPv4Network | ipaddress.IPv6Network


def raise_open_files() -> None:
    """Raise this process's limit of open files to the maximum: each connection is one, and many
    systems begin with 1,024."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


@cache
def room() -> int:
    """Return the limit of connections of this process: LIMIT_CONNECTIONS, or fewer where files are
    short."""
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    most = int(settings.LIMIT_COUNTS["connections"])
    return most if files == resource.RLIM_INFINITY else max(min(most, files - OTHER_FILES), 10)


def who(address: str) -> str | None:
    """Return the visitor that an address counts for: itself, or the /64 of an IPv6 address. None
    for other things, such as a Unix socket, since everybody may be behind that; and with
    RATE_LIMITS=off."""
    if not settings.RATE_LIMITS:
        return None
    try:
        ip = ipaddress.ip_address(address)
    except ValueError:
        return None
    ip = getattr(ip, "ipv4_mapped", None) or ip
    return (
        str(ip)
        if ip.version == 4
        else str(ipaddress.ip_network((ip, 64), strict=False).network_address)
    )


@lru_cache(4096)
def is_proxy(address: str) -> bool:
    """Return whether the host has named this address as a proxy's."""
    if "*" in settings.TRUSTED_PROXIES:
        return True
    try:
        ip = ipaddress.ip_address(address)
        return any(
            ip in ipaddress.ip_network(proxy, strict=False) for proxy in settings.TRUSTED_PROXIES
        )
    except ValueError:
        return address in settings.TRUSTED_PROXIES


def forwards(address: str, headers: list[tuple[bytes, bytes]]) -> bool:
    """Return whether this looks like a proxy that the host has not named: a private address that
    forwards for others."""
    if settings.TRUSTED_PROXIES or not {name for name, _ in headers} & {
        b"x-forwarded-for",
        b"forwarded",
    }:
        return False
    try:
        return ipaddress.ip_address(address).is_private
    except ValueError:
        return False
