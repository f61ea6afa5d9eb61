"""Graceful shutdown of a web process: `/readyz` answers 503 at once, and the rest is served for
LEAVE_SECONDS, so that a balancer can send people elsewhere. Then the server stops."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable
from typing import Any

from django.conf import settings

from games.tables.live import broadcast

CLOSE = (b"connection", b"close")  # kept connections end with an answer, never under a request

_begun = threading.Event()


def begun() -> bool:
    """Return whether this process is stopping."""
    return _begun.is_set()


async def lifespan(scope: Any, receive: Any, send: Any) -> None:
    """Answer lifespan events; handle signals and send messages from the start."""
    await receive()
    _put_off_stopping(settings.LEAVE_SECONDS)
    broadcast.send_from(asyncio.get_running_loop())
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await send({"type": "lifespan.shutdown.complete"})


def _put_off_stopping(seconds: int) -> None:
    stop: Any = signal.getsignal(signal.SIGTERM)
    loop = asyncio.get_running_loop()

    def leave(number: int, frame: Any) -> None:
        # a service manager tells every process of a service, and so does the parent of web
        # processes: twice is once
        if not begun():
            _begun.set()
            loop.call_soon_threadsafe(loop.call_later, seconds, stop, number, None)

    if seconds and callable(stop):
        signal.signal(signal.SIGTERM, leave)


class GracefulShutdown:
    """An ASGI application: while the process stops, each answer is the last on its connection."""

    def __init__(self, app: Callable[..., Any]) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request, and close its connection while the process stops."""

        async def send_last(event: Any) -> None:
            if event["type"] == "http.response.start":
                event = event | {"headers": [*event["headers"], CLOSE]}
            await send(event)

        await self.app(scope, receive, send_last if begun() else send)
