"""Pages that may open a socket: the site's own, compared with scheme and port."""

from __future__ import annotations

from typing import Any

import pytest

from config.server import origins


def asks(origin: str | None, host: str, scheme: str = "ws") -> bool:
    headers = [(b"host", host.encode())] + (
        [(b"origin", origin.encode())] if origin is not None else []
    )
    return origins.is_ours({"type": "websocket", "scheme": scheme, "headers": headers})


@pytest.fixture(autouse=True)
def site(settings: Any) -> Any:
    settings.BASE_URL, settings.ALLOWED_HOSTS = (
        "https://cards.example.org",
        ["cards.example.org", "localhost", "127.0.0.1", "[::1]", "attic.local"],
    )
    return settings


@pytest.mark.parametrize(
    "origin, host, scheme",
    [
        # behind a proxy that says that it speaks TLS
        ("https://cards.example.org", "cards.example.org", "wss"),
        ("https://cards.example.org", "cards.example.org", "ws"),  # … that does not
        ("https://cards.example.org", "127.0.0.1:8000", "ws"),  # … that leaves out the name
        ("https://cards.example.org:443", "cards.example.org", "ws"),
        ("https://Cards.Example.org", "cards.example.org", "wss"),
        ("http://localhost:8000", "localhost:8000", "ws"),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", "ws"),
        ("http://[::1]:8000", "[::1]:8000", "ws"),
        ("http://attic.local:8080", "attic.local:8080", "ws"),
        ("http://attic.local", "attic.local:80", "ws"),
        ("https://attic.local", "attic.local", "wss"),
    ],
)
def test_pages_of_the_site(origin: str, host: str, scheme: str) -> None:
    assert asks(origin, host, scheme)


@pytest.mark.parametrize(
    "origin, host, scheme",
    [
        # another program's port on the same machine
        ("https://cards.example.org:8443", "cards.example.org", "wss"),
        # without TLS anybody on the way could be that page
        ("http://cards.example.org", "cards.example.org", "wss"),
        ("http://localhost:3000", "localhost:8000", "ws"),
        ("http://127.0.0.1:8000", "localhost:8000", "ws"),
        ("https://attic.local", "attic.local", "ws"),
        # a name of somebody else's that leads here
        ("http://evil.example:8000", "evil.example:8000", "ws"),
        ("https://evil.example", "cards.example.org", "wss"),
        ("https://cards.example.org.evil.example", "cards.example.org", "wss"),
        ("https://cards.example.org@evil.example", "cards.example.org", "wss"),
        ("http://localhost:99999", "localhost:99999", "ws"),
        ("http://[::1", "[::1", "ws"),
        ("file://localhost", "localhost", "ws"),
        ("null", "localhost:8000", "ws"),
        ("", "localhost:8000", "ws"),
        (None, "localhost:8000", "ws"),
    ],
)
def test_pages_of_others(origin: str | None, host: str, scheme: str) -> None:
    assert not asks(origin, host, scheme)


def test_a_host_that_allows_all_names_still_compares_ports(site: Any) -> None:
    site.ALLOWED_HOSTS = ["*"]
    assert asks("http://any.example:8000", "any.example:8000") and not asks(
        "http://any.example:3000", "any.example:8000"
    )
    assert not asks(None, "any.example:8000")
