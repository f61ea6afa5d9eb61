"""Streams: lines of JSON, one for each change, under the limits of sockets."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from typing import Any, cast

from django.core.handlers.asgi import ASGIRequest
from django.db import InterfaceError, OperationalError
from django.http import HttpResponse

from games.api import answers
from games.api.auth import Caller, anybody, needs
from games.api.lines import until_gone
from games.api.listening import MyStream, Stream, TableStream, in_pool
from games.api.problems import Problem, code_of, problem
from games.tables.errors import TableError
from games.tables.live.language import language_of

log = logging.getLogger(__name__)

PATH = re.compile(r"/api/1/(?:tables/([a-z0-9]{1,16})|me)/stream", re.ASCII)
CHECKED = 120.0  # seconds between two checks of the token
HEADERS = [
    (b"content-type", b"application/x-ndjson"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"access-control-allow-origin", b"*"),
]


class Streams:
    """An ASGI application that answers requests for streams. `room` yields whether there is a place
    for one."""

    def __init__(self, app: Any, room: Callable[..., Any]) -> None:
        self.app, self.room = app, room

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request for a stream; pass all others on."""
        match = PATH.fullmatch(scope["path"]) if scope["method"] == "GET" else None
        if match is None:
            await self.app(scope, receive, send)
            return
        who = await _admit(scope, send, bool(match[1]))
        if who is None:
            return
        with self.room(scope, who.user_id) as free:
            if not free:
                await _refuse(send, problem(429, "too_many_streams"))
                return
            stream = TableStream(scope, who, match[1]) if match[1] else MyStream(scope, who)
            await _serve(stream, receive, send)


async def _admit(scope: Any, send: Any, public: bool) -> Caller | None:
    """Return the caller; None after a refusal."""
    request = ASGIRequest({**scope, "root_path": ""}, cast("Any", None))
    authenticate = anybody if public else needs("read")
    try:
        found: Caller = await in_pool(language_of(scope), authenticate, request)
        return found
    except Problem as error:
        await _refuse(send, problem(error.status, error.code, error.detail))
    except (OperationalError, InterfaceError):
        await _refuse(send, problem(503, wait=3))
    return None


async def _refuse(send: Any, response: HttpResponse) -> None:
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})


async def _serve(stream: Stream, receive: Any, send: Any) -> None:
    """Send the lines of a stream until it ends or the caller disconnects."""
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(stream.listening())
            lines = await stream.fresh()
        except TableError as error:
            await _refuse(send, problem(error.status, code_of(error), error.sentence))
            return
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        sending = asyncio.create_task(_send_all(stream, lines, send))
        gone = asyncio.create_task(until_gone(receive))
        await asyncio.wait((sending, gone), return_when=asyncio.FIRST_COMPLETED)
        for task in (sending, gone):
            task.cancel()
            with suppress(asyncio.CancelledError, OSError):
                await task


async def _send_all(stream: Stream, lines: list[Any], send: Any) -> None:
    loop = asyncio.get_running_loop()
    checked = loop.time()
    while True:
        body = "".join(f"{answers.text(line)}\n" for line in lines) or "\n"
        await send({"type": "http.response.body", "body": body.encode(), "more_body": True})
        if stream.over:
            break
        lines = await stream.next_lines()
        if loop.time() - checked > CHECKED:
            checked = loop.time()
            if not await stream.allowed():
                break
    await send({"type": "http.response.body", "body": b""})
