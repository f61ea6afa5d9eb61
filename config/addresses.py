"""Addresses from the environment: the one that people type, and the one that the site listens on.

Each is normalised as browsers do it, since they compare it letter by letter with the origin of a
form or a socket.
"""

from __future__ import annotations

import re
import unicodedata
from ipaddress import IPv4Address, IPv6Address, ip_address

from config.environment import fail, text, words

PORTS = {"http": 80, "https": 443}
LABEL = r"(?!-)[a-z0-9-]{1,63}(?<!-)"
NAME = re.compile(rf"(?=.{{1,253}}$){LABEL}(?:\.{LABEL})*")
NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
# Browsers keep these, case folding does not: sharp s, final sigma, two of zero width.
UNFOLDED = "ß\u03c2\u200c\u200d"
EVERYWHERE = "::"
SUCH_AS = "an address such as https://cards.example.org"


def base_url(default: str) -> str:
    """Return BASE_URL, or the default. Raises ImproperlyConfigured."""
    value = text("BASE_URL", "")
    if not value:
        return default
    scheme, mark, rest = value.partition("://")
    place, _, path = rest.partition("/")
    named, colon, port = _split(place)
    for wrong, expected in (
        (bool(re.search(r"[\s,;|]", value)), "one address alone"),
        (not mark or scheme.lower() not in PORTS, SUCH_AS),
        ("?" in rest or "#" in rest, "an address without a query (what begins with ? or #)"),
        ("://" in rest, "one address alone"),
        (path.strip("/") != "", "an address without a path: the site needs a host of its own"),
        ("@" in place, "an address without a user or a password"),
        (":" in port, "an address with its IPv6 address in brackets"),
        (bool(colon) and not _is_port(port), "an address with a port from 1 to 65535"),
        (not is_host(named), f"{SUCH_AS}: there is no such host name"),
    ):
        if wrong:
            raise fail("BASE_URL", expected)
    return site_url(scheme.lower(), host(named), int(port or 0))


def site_url(scheme: str, named: str, port: int) -> str:
    """Return a normalised URL, without the default port."""
    return f"{scheme}://{named}" + (f":{port}" if port not in (0, PORTS[scheme]) else "")


def is_host(value: str) -> bool:
    """Return whether this is a host name or an IP address."""
    try:
        host(value)
    except ValueError:
        return False
    return True


def host(value: str) -> str:
    """Return a normalised host: lower case, punycode (xn--…), IPv6 in brackets. Raises
    ValueError."""
    if value.startswith("["):
        address = IPv6Address(value.removeprefix("[").removesuffix("]"))
        if address.scope_id or not value.endswith("]"):
            raise ValueError("no address of a site")
        return f"[{address}]"
    name = ".".join(map(_punycode, _fold(value).replace("\u3002", ".").split(".")))
    if NUMBER.fullmatch(name.rpartition(".")[2]):
        return str(IPv4Address(name))
    if not NAME.fullmatch(name):
        raise ValueError("no host name")
    return name


def _fold(name: str) -> str:
    """Return a name mapped by UTS 46, as browsers do; Python's own codec differs. Raises
    ValueError."""
    for _twice in range(2):
        letters = (each if each in UNFOLDED else each.casefold() for each in name.replace("ẞ", "ß"))
        name = unicodedata.normalize("NFKC", "".join(letters))
    if any(unicodedata.category(each)[0] in "CZ" and each not in UNFOLDED for each in name):
        raise ValueError("no letters of a name")
    return name


def _punycode(label: str) -> str:
    return label if label.isascii() else f"xn--{label.encode('punycode').decode()}"


def _split(place: str) -> tuple[str, str, str]:
    """Return host, colon and port. The colons of an IPv6 address are in brackets."""
    end = place.find("]") + 1
    named, colon, port = place[end:].partition(":")
    return place[:end] + named, colon, port


def _is_port(port: str) -> bool:
    return bool(re.fullmatch("[0-9]{1,5}", port)) and 1 <= int(port) <= 65535


def host_of(url: str) -> str:
    """Return the host of a URL."""
    return _split(url.partition("://")[2])[0]


def mail_domain(url: str) -> str:
    """Return the domain of the site's own mail address."""
    return "localhost" if host_of(url).startswith("[") else host_of(url)


def allowed_hosts() -> list[str]:
    """Return ALLOWED_HOSTS: names, `.example.org` for all below one, `*` for any. Raises
    ImproperlyConfigured."""
    try:
        return [_allowed(word) for word in words("ALLOWED_HOSTS")]
    except ValueError:
        raise fail(
            "ALLOWED_HOSTS",
            "a list of names such as cards.example.org, with commas and without ports",
        ) from None


def _allowed(word: str) -> str:
    dot = "." if word.startswith(".") else ""
    return word if word == "*" else dot + host(word.removeprefix("."))


def listen_host() -> str:
    """Return HOST: an IP address without brackets, or a name. Raises ImproperlyConfigured."""
    value = text("HOST", "127.0.0.1")
    try:
        bare = ":" in value and not value.startswith("[")
        named = host(f"[{ip_address(value)}]" if bare else value)
    except ValueError:
        raise fail(
            "HOST", "one IP address or name to listen on, without a port (PORT is that)"
        ) from None
    return named.strip("[]")


def url_host(address: str) -> str:
    """Return the address that the site listens on as the host of a URL."""
    if address == "127.0.0.1":
        return "localhost"
    return f"[{address}]" if ":" in address else address
