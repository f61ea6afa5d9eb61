"""HTTP: Django as WSGI in a small fixed pool of threads, one change of threads there and one back for each request.

`a2wsgi` translates the request; its own responder goes back and forth between the threads for every piece of it. Our
answers are pages and boards, whole in memory, so nothing needs to be streamed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any, cast

from a2wsgi.wsgi import build_environ

from config.reading import REFUSAL

LARGEST = 1024 * 1024  # bytes of a request's body; our forms are a few hundred

Headers = list[tuple[bytes, bytes]]
Answer = tuple[int, Headers, bytes]  # status, headers, body


class Django:
    """An ASGI application around a WSGI one."""

    def __init__(self, wsgi: Callable[..., Iterable[bytes]], threads: int) -> None:
        self.wsgi = wsgi
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="django")

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body = await _whole_body(receive)
        if body is None:
            return
        await send_whole(send, await self.answer(scope, body))

    async def answer(self, scope: Any, body: bytes) -> Answer:
        """Return what Django answers, from a thread of the pool."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, self._answer, scope, body)

    def _answer(self, scope: Any, body: bytes) -> Answer:
        environ = _environ(scope, body)
        started: list[tuple[str, list[tuple[str, str]]]] = []
        parts = self.wsgi(environ, lambda status, headers, exc_info=None: started.append((status, headers)))
        try:
            content = b"".join(parts)
        finally:
            if hasattr(parts, "close"):
                parts.close()
        status, headers = started[-1]
        return int(status[:3]), [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in headers], content


async def send_whole(send: Any, answer: Answer) -> None:
    status, headers, content = answer
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


def _environ(scope: Any, body: bytes) -> dict[str, Any]:
    """Return what Django reads of a request. Where not even that can be made, or the body is too large, a mark says what to answer."""
    refusal = 413 if len(body) > LARGEST else 0 if scope["query_string"].isascii() else 400
    if refusal:
        body, scope = b"", scope | {"query_string": b""}
    environ = cast("dict[str, Any]", build_environ(scope, cast("Any", BytesIO(body))))
    return environ | {REFUSAL: refusal} if refusal else environ


async def _whole_body(receive: Any) -> bytes | None:
    """The body, cut off behind the largest that is taken; None if the reader went away."""
    body, more = bytearray(), True
    while more:
        event = await receive()
        if event["type"] == "http.disconnect":
            return None
        if len(body) <= LARGEST:
            body += event.get("body", b"")
        more = event.get("more_body", False)
    return bytes(body)
