"""Rings as the sockets of this process hear them: "this table is at version 42", and nothing else.

One subscription a process, whatever tables it shows. Its own rings need no message: they are told
here at once, and dropped when Redis brings them back. A ring may be lost, doubled or late without
harm.
"""

from __future__ import annotations

import asyncio
import json
import logging
from contextlib import suppress
from typing import Any, NamedTuple, Protocol
from weakref import WeakKeyDictionary

import redis.asyncio
from django.conf import settings
from redis import RedisError

from games.tables.live import loop_calls

log = logging.getLogger(__name__)

PATIENCE = 1.0  # seconds that a socket waits for Redis when it opens
AGAIN = 1.0  # seconds from one try to subscribe to the next
ALIVE = 15.0  # seconds without a ring after which Redis is asked whether it is there


class Ring(NamedTuple):
    """A table at a version. `passed`: whether other seats have to act now. `shown`: whether the
    boards of this process have it already."""

    table: str
    version: int
    passed: bool
    shown: bool


class Listener(Protocol):
    """A socket that follows tables."""

    def rung(self, ring: Ring) -> None:
        """Do what the ring calls for. Called by the loop of the socket."""


def channel() -> str:
    """Return the name of the channel on which processes tell each other."""
    return f"{settings.REDIS_PREFIX}:rings"


class Rings:
    """The listeners of one loop, by table."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.inbox = loop_calls.of(loop)
        self.listeners: dict[str, set[Listener]] = {}
        self.hearing: asyncio.Task[None] | None = None
        self.subscribed = asyncio.Event()
        self.deaf = False

    async def join(self, table_id: str, listener: Listener) -> None:
        """Follow a table. Returns when its rings are heard, or Redis has not answered."""
        self.listeners.setdefault(table_id, set()).add(listener)
        if self.hearing is None or self.hearing.done():
            self.hearing = asyncio.create_task(self._hear())
        if not self.deaf:
            try:
                async with asyncio.timeout(PATIENCE):
                    await self.subscribed.wait()
            except TimeoutError:
                self.deaf = True

    def leave(self, table_id: str, listener: Listener) -> None:
        """Follow a table no longer. A listener that does not follow it does no harm."""
        listeners = self.listeners.get(table_id, set())
        listeners.discard(listener)
        if not listeners:
            self.listeners.pop(table_id, None)
        if not self.listeners and self.hearing is not None:
            self.hearing.cancel()

    def tell(self, ring: Ring) -> None:
        """Tell every listener of the table."""
        for listener in tuple(self.listeners.get(ring.table, ())):
            listener.rung(ring)

    async def _hear(self) -> None:
        options: dict[str, Any] = {"socket_connect_timeout": PATIENCE}
        client = redis.asyncio.Redis.from_url(
            settings.REDIS_URL, health_check_interval=ALIVE, **options
        )
        try:
            while True:
                with suppress(RedisError, OSError, TimeoutError):
                    await self._listen(client)
                self.subscribed.clear()
                self.deaf = True
                await asyncio.sleep(AGAIN)
        finally:
            self.subscribed.clear()
            await client.aclose()

    async def _listen(self, client: Any) -> None:
        async with client.pubsub(ignore_subscribe_messages=False) as heard:
            await heard.subscribe(channel())
            while True:
                message = await heard.get_message(timeout=ALIVE)
                if message is None:
                    continue
                if message["type"] == "subscribe":
                    self.deaf = False
                    self.subscribed.set()
                elif (ring := _read(message["data"])) is not None:
                    self.tell(ring)


_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, Rings] = WeakKeyDictionary()
_mine: set[str] = set()  # the names under which this process rings


def here() -> Rings:
    """Return the listeners of the running loop."""
    loop = asyncio.get_running_loop()
    found = _loops.get(loop)
    if found is None:
        found = _loops[loop] = Rings(loop)
    return found


def tell(ring: Ring) -> None:
    """Tell the listeners of this process, from any thread."""
    for rings in tuple(_loops.values()):
        if ring.table in rings.listeners:
            rings.inbox.put(rings.tell, ring)


def written(ring: Ring, sender: str) -> str:
    """Return a ring for the other processes."""
    _mine.add(sender)
    return json.dumps([ring.table, ring.version, ring.passed, sender])


def _read(data: Any) -> Ring | None:
    """Return the ring of another process; None for this process's own, and for what is none."""
    try:
        table, version, passed, sender = json.loads(data)
    except (TypeError, ValueError):
        return None
    return None if sender in _mine else Ring(str(table), int(version), bool(passed), False)
