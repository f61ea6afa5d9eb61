"""Sockets for the site's own pages alone. A browser lets any page open one, with its reader's
cookies."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

PORTS = {"http": 80, "https": 443}

Origin = tuple[str, str, int]


def origin(url: str) -> Origin | None:
    """Return scheme, host and port of an address; None for anything else, such as "null"."""
    try:
        parts = urlsplit(url.lower())
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in PORTS or not parts.hostname:
        return None
    return parts.scheme, parts.hostname, port or PORTS[parts.scheme]


def is_ours(scope: Any) -> bool:
    """Return whether a socket's origin is this site: BASE_URL, or the host, port and scheme of the
    request, if the host is allowed. False without an origin, which browsers always send."""
    headers = {
        name: value.decode("latin1")
        for name, value in scope["headers"]
        if name in (b"origin", b"host")
    }
    asked_by = origin(headers.get(b"origin", ""))
    if asked_by is None:
        return False
    if asked_by == origin(settings.BASE_URL):
        return True
    host = headers.get(b"host", "")
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    return asked_by == origin(f"{scope.get('scheme', 'ws').replace('ws', 'http')}://{host}")


class SameOrigin:
    """An ASGI application that refuses sockets to pages of other sites."""

    def __init__(self, app: Any) -> None:
        self.app, self.denier = app, WebsocketDenier()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a socket on, or refuse it."""
        await (self.app if is_ours(scope) else self.denier)(scope, receive, send)
