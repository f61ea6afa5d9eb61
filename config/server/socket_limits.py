"""Limits on the sockets of one visitor and of all, in each web process. A socket too many is
refused, and its page polls instead."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings

from accounts import sessions
from config.monitoring.metrics import SOCKETS
from config.server import visitors

log = logging.getLogger(__name__)

CROWDED = 4429  # the code that a page gets; its script waits a minute before it tries again
# seconds: the others of a flood are refused without the code, since sending it waits for the reader
TOLD_EVERY = 0.1

EVERYBODY = "everybody"


class Sockets:
    """An ASGI application that limits sockets."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.open: Counter[Hashable] = Counter()
        self.told = 0.0
        self.said = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Pass a socket on, or refuse it."""
        cookies = {name: value.decode("latin1") for name, value in scope["headers"]}
        user_id = sessions.visitor_of_cookies(cookies.get(b"cookie", "")).user_id
        with self.room(scope, user_id) as free:
            if free:
                await self.app(scope, receive, send)
            else:
                await self._refuse(receive, send)

    @contextmanager
    def room(self, scope: Any, user_id: int | None) -> Iterator[bool]:
        """Hold a place for a socket or a stream of a user; False if there is none."""
        holders = _holders(scope, user_id)
        if any(self.open[holder] >= most for holder, most in holders.items()):
            yield False
            return
        self.open.update(holders.keys())
        SOCKETS.inc()
        try:
            yield True
        finally:
            SOCKETS.dec()
            self.open.subtract(holders.keys())
            for holder in holders:
                if not self.open[holder]:
                    del self.open[holder]

    async def _refuse(self, receive: Any, send: Any) -> None:
        if not self.said:
            self.said = True
            log.warning(
                "Sockets are refused: one address, one person or all together hold as many as"
                " LIMIT_SOCKETS… allow. If visitors come through a proxy, name it in"
                " TRUSTED_PROXIES."
            )
        await receive()
        now = asyncio.get_running_loop().time()
        if now - self.told >= TOLD_EVERY:
            self.told = now
            await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": CROWDED})


def _holders(scope: Any, user_id: int | None) -> dict[Hashable, int]:
    """Return holder → limit, for all for whom a socket counts."""
    limits = settings.LIMIT_COUNTS
    found: dict[Hashable, int] = {EVERYBODY: min(limits["sockets"], visitors.room() * 3 // 4)}
    address = (scope.get("client") or ("",))[0]
    who = None if visitors.forwards(address, scope["headers"]) else visitors.who(address)
    if who is not None:
        found["address", who] = limits["sockets_of_address"]
    if user_id is not None and settings.RATE_LIMITS:
        found["person", user_id] = limits["sockets_of_person"]
    return found
