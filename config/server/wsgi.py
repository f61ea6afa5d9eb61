"""HTTP: Django as WSGI in a small fixed pool of threads, with two thread switches a request.

`a2wsgi` translates the request; its own responder switches for every piece of an answer. Ours are
whole in memory.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any, cast

from a2wsgi.wsgi import build_environ
from django.conf import settings

from config.server.request_checks import REFUSAL, is_readable_type
from games.tables.outages import AGAIN

# Idempotent requests.
REPEATABLE = re.compile(
    r"(?:GET|HEAD|OPTIONS) .*|POST /t/[^/]+/(?:act|undo|resign|draw|abort|sit|stand|start)/",
    re.DOTALL,
)
# seconds before each retry of a request that the database cut off
PAUSES = (0.0, 0.1, 0.2, 0.4, 0.8, 1.0, 1.0)
# seconds into an outage after which a request has one retry: threads are few
PATIENCE = 4.0

Headers = list[tuple[bytes, bytes]]
Answer = tuple[int, Headers, bytes]  # status, headers, body


class Django:
    """An ASGI application around a WSGI one."""

    def __init__(self, wsgi: Callable[..., Iterable[bytes]], threads: int) -> None:
        self.wsgi = wsgi
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="django")
        self.away_since: float | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""
        body = await whole_body(receive)
        if body is None:
            return
        await send_whole(send, await self.answer(scope, body))

    async def answer(self, scope: Any, body: bytes) -> Answer:
        """Return Django's answer from a thread of the pool."""
        return await asyncio.get_running_loop().run_in_executor(
            self.pool, self._answer, scope, body
        )

    def _answer(self, scope: Any, body: bytes) -> Answer:
        """Return Django's answer. An idempotent request that the database cut off is retried."""
        answer, again = self._once(scope, body)
        if not again:
            self.away_since = None
            return answer
        since = self.away_since = self.away_since or time.monotonic()
        if REPEATABLE.fullmatch(f"{scope['method']} {scope['path']}"):
            for pause in PAUSES:
                time.sleep(pause)
                answer, again = self._once(scope, body)
                if not again:
                    self.away_since = None
                if not again or time.monotonic() - since > PATIENCE:
                    break
        return answer

    def _once(self, scope: Any, body: bytes) -> tuple[Answer, bool]:
        """Return Django's answer, and whether a retry may succeed in a moment."""
        environ = _environ(scope, body)
        started: list[tuple[str, list[tuple[str, str]]]] = []
        parts = self.wsgi(
            environ, lambda status, headers, exc_info=None: started.append((status, headers))
        )
        try:
            content = b"".join(parts)
        finally:
            if hasattr(parts, "close"):
                parts.close()
        status, headers = started[-1]
        lines = [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in headers]
        return (int(status[:3]), lines, content), AGAIN in environ


async def send_whole(send: Any, answer: Answer) -> None:
    """Send an answer in one piece."""
    status, headers, content = answer
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


def _environ(scope: Any, body: bytes) -> dict[str, Any]:
    """Return the WSGI environ of a request, with the status of a refusal if it cannot be built or
    the body is too large."""
    refusal = 0 if scope["query_string"].isascii() else 400
    if len(body) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        refusal = 413
    if refusal:
        body, scope = b"", scope | {"query_string": b""}
    environ = cast("dict[str, Any]", build_environ(scope, cast("Any", BytesIO(body))))
    if not is_readable_type(environ):
        environ["CONTENT_TYPE"], refusal = "", refusal or 400
    return environ | {REFUSAL: refusal} if refusal else environ


async def whole_body(receive: Any) -> bytes | None:
    """Return the body, truncated if too large; None if the client disconnected."""
    body, more = bytearray(), True
    while more:
        event = await receive()
        if event["type"] == "http.disconnect":
            return None
        if len(body) <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            body += event.get("body", b"")
        more = event.get("more_body", False)
    return bytes(body)
