"""Answers to monitors, apart from pages: they matter most when pages wait for threads."""

from __future__ import annotations

import asyncio
from io import BytesIO
from typing import Any, cast

from a2wsgi.wsgi import build_environ
from django.core.exceptions import DisallowedHost
from django.core.handlers.wsgi import WSGIRequest

from config.server.wsgi import Answer, Django, send_whole

ADDRESSES = ("/healthz", "/readyz", "/readyz/parts", "/readyz/web")
TIMEOUT = 4.0  # seconds for an answer; supervisors wait about five
LATE = (
    503,
    [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")],
    b"There was no answer in time.\n",
)


class Monitoring:
    """An ASGI application that answers ADDRESSES and passes everything else on.

    Each has a thread of its own. Requests at the same time share an answer.
    """

    def __init__(self, app: Any, wsgi: Any) -> None:
        self.app = app
        self.pools = {address: Django(wsgi, 1) for address in ADDRESSES}
        self.making: dict[tuple[str, str], asyncio.Task[Answer]] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a monitor, or pass the request on."""
        probed = scope["path"] in self.pools and scope["method"] in ("GET", "HEAD")
        if not probed or not _known_host(plain := _plain(scope)):
            await self.app(scope, receive, send)
            return
        try:
            answer = await asyncio.wait_for(asyncio.shield(self._shared(plain)), TIMEOUT)
        except TimeoutError:
            answer = LATE
        await send_whole(send, answer)

    def _shared(self, scope: Any) -> asyncio.Task[Answer]:
        key = (scope["path"], scope["scheme"])
        task = self.making.get(key)
        if task is None:
            task = self.making[key] = asyncio.create_task(
                self.pools[scope["path"]].answer(scope, b"")
            )
            task.add_done_callback(lambda _: self.making.pop(key))
        return task


def _plain(scope: Any) -> Any:
    """Return the request without its client's data, since others share the answer."""
    host = [(name, value) for name, value in scope["headers"] if name == b"host"]
    return scope | {"method": "GET", "query_string": b"", "headers": host}


def _known_host(scope: Any) -> bool:
    """Return whether the request is for an allowed host."""
    try:
        WSGIRequest(dict(build_environ(scope, cast("Any", BytesIO())))).get_host()
    except DisallowedHost:
        return False
    return True
