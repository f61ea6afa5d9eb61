"""Addresses that this server may call. Pure. A list of what is allowed, since one of what is
refused would have holes: global unicast, and the host's networks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import urlsplit

from games.notices.outbound.faults import Fault, Undelivered

Networks = Sequence[IPv4Network | IPv6Network]

LONGEST = 2000  # characters of an address
PORTS = frozenset((443, 8443, 8448))  # the last is Matrix's
PRINTABLE = re.compile(r"[!-~]+")
LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")
# the last label of a name that a resolver might read as a number: 127.1, 0x7f.0.0.1
NUMERIC = re.compile(r"[0-9]+|0x[0-9a-f]*")

GLOBAL = IPv6Network("2000::/3")
NAT64 = IPv6Network("64:ff9b::/96")  # an IPv4 address follows
# Global for some releases of Python, but not for us: tunnels to any IPv4 address, relays,
# documentation, services of a cloud.
NEVER: Networks = [
    IPv4Network("0.0.0.0/8"),
    IPv4Network("168.63.129.16/32"),  # Azure's inner services
    IPv4Network("192.0.0.0/24"),
    IPv4Network("192.88.99.0/24"),
    IPv6Network("2001::/23"),
    IPv6Network("2002::/16"),
    IPv6Network("3fff::/20"),
]


@dataclass(frozen=True, slots=True)
class Target:
    """The parts of an address. `path` begins with a slash and includes the query."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def netloc(self) -> str:
        """Return host and port for the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = 443 if self.scheme == "https" else 80
        return host if self.port == usual else f"{host}:{self.port}"


def target(url: str, networks: Networks = ()) -> Target:
    """Return the parts of an address. Raises Undelivered if it may not be called; its name is
    checked when it is called."""
    # urlsplit drops tabs and line ends, and resolvers read letters of other scripts as digits
    if len(url) > LONGEST or not PRINTABLE.fullmatch(url) or "\\" in url:
        raise Undelivered(Fault.ADDRESS)
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise Undelivered(Fault.ADDRESS) from None
    if parts.scheme not in ("https", "http") or "@" in parts.netloc or "#" in url:
        raise Undelivered(Fault.ADDRESS)
    literal = _host(host)
    if parts.scheme == "http" and not networks:
        raise Undelivered(Fault.PLAIN)
    found = Target(
        parts.scheme,
        host,
        port if port is not None else 443 if parts.scheme == "https" else 80,
        (parts.path or "/") + (f"?{parts.query}" if parts.query else ""),
    )
    if literal is not None:
        check(found, [literal], networks)
    elif found.port not in PORTS and not networks:
        raise Undelivered(Fault.PORT)
    return found


def _host(host: str) -> IPv4Address | IPv6Address | None:
    """Return the address in a host, None of a name. Raises Undelivered for anything else, such as a
    name that a resolver may read as a number."""
    try:
        found = ip_address(host)
    except ValueError:
        labels = host.split(".")
        if (
            len(host) > 253
            or NUMERIC.fullmatch(labels[-1])
            or not all(map(LABEL.fullmatch, labels))
        ):
            raise Undelivered(Fault.ADDRESS) from None
        return None
    if isinstance(found, IPv6Address) and found.scope_id is not None:
        raise Undelivered(Fault.ADDRESS)
    return found


def check(
    called: Target, addresses: Sequence[IPv4Address | IPv6Address], networks: Networks
) -> None:
    """Raise Undelivered unless all addresses of a name may be called. Only those in `networks` may
    be called without TLS and on any port."""
    if all(_is_allowed(address, networks) for address in addresses):
        return
    for address in addresses:
        if not _is_allowed(address, networks) and not is_public(address):
            raise Undelivered(Fault.PRIVATE)
    if called.scheme != "https":
        raise Undelivered(Fault.PLAIN)
    if called.port not in PORTS:
        raise Undelivered(Fault.PORT)


def _is_allowed(address: IPv4Address | IPv6Address, networks: Networks) -> bool:
    plain = _embedded(address)
    return any(plain.version == network.version and plain in network for network in networks)


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Return whether an address is public."""
    plain = _embedded(address)
    if isinstance(plain, IPv6Address) and plain not in GLOBAL:
        return False
    if any(plain.version == network.version and plain in network for network in NEVER):
        return False
    return plain.is_global and not (plain.is_multicast or plain.is_reserved)


def _embedded(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return the IPv4 address inside an IPv6 one, else the address itself."""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return address.ipv4_mapped
        if address in NAT64:
            return IPv4Address(address.packed[-4:])
    return address
