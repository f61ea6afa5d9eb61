"""The addresses for monitors, answered apart from pages: they matter most when pages wait for
threads."""

from __future__ import annotations

import asyncio
from io import BytesIO
from typing import Any, cast

from a2wsgi.wsgi import build_environ
from django.core.exceptions import DisallowedHost
from django.core.handlers.wsgi import WSGIRequest

from config.server.wsgi import Answer, Django, send_whole

ADDRESSES = ("/healthz", "/readyz", "/readyz/parts", "/readyz/web")
LONGEST = 4.0  # seconds for an answer; supervisors wait about five
LATE = (
    503,
    [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")],
    b"There was no answer in time.\n",
)


class Monitoring:
    """An ASGI application that answers these addresses and passes everything else on.

    Each has a thread of its own. Requests that come while an answer is being made share it, so a
    hundred cost no more than one.
    """

    def __init__(self, app: Any, wsgi: Any) -> None:
        self.app = app
        self.pools = {address: Django(wsgi, 1) for address in ADDRESSES}
        self.making: dict[tuple[str, str], asyncio.Task[Answer]] = {}

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a monitor, or pass the request on."""
        asked = scope["path"] in self.pools and scope["method"] in ("GET", "HEAD")
        if not asked or not _known_host(plain := _plain(scope)):
            await self.app(scope, receive, send)
            return
        try:
            answer = await asyncio.wait_for(asyncio.shield(self._shared(plain)), LONGEST)
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
    """Return the request without anything of its client, since others share the answer."""
    host = [(name, value) for name, value in scope["headers"] if name == b"host"]
    return scope | {"method": "GET", "query_string": b"", "headers": host}


def _known_host(scope: Any) -> bool:
    """Return whether the request names an allowed host; others get the page that refuses them."""
    try:
        WSGIRequest(dict(build_environ(scope, cast("Any", BytesIO())))).get_host()
    except DisallowedHost:
        return False
    return True
