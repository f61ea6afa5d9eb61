"""Changes as the sockets of this process hear of them: "this table is at version 42".

One subscription a process, whatever tables it shows. Its own changes need no message: they are
told here at once, and dropped when Redis brings them back. A message may be lost, doubled or late
without harm.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any, NamedTuple, Protocol
from weakref import WeakKeyDictionary

import redis.asyncio
from django.conf import settings
from redis import RedisError

from games.tables.live import loop_calls

PATIENCE = 1.0  # seconds that a socket waits for Redis when it opens
AGAIN = 1.0  # seconds from one try to subscribe to the next
ALIVE = 15.0  # seconds without a message after which Redis is asked whether it is there


class Change(NamedTuple):
    """A table at a version. `passed`: whether other seats have to act now. `shown`: whether the
    boards of this process have it already."""

    table: str
    version: int
    passed: bool
    shown: bool


class Listener(Protocol):
    """A socket that follows tables."""

    def on_change(self, change: Change) -> None:
        """Do what the change calls for. Called by the loop of the socket."""


def channel() -> str:
    """Return the name of the Redis channel."""
    return f"{settings.REDIS_PREFIX}:rings"


class Subscription:
    """The listeners of one loop, by table."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.inbox = loop_calls.of(loop)
        self.listeners: dict[str, set[Listener]] = {}
        self.hearing: asyncio.Task[None] | None = None
        self.subscribed = asyncio.Event()
        self.deaf = False

    async def join(self, table_id: str, listener: Listener) -> None:
        """Follow a table. Returns when its changes are heard, or Redis has not answered."""
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

    def tell(self, change: Change) -> None:
        """Tell every listener of the table."""
        for listener in tuple(self.listeners.get(change.table, ())):
            listener.on_change(change)

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
                elif (change := _read(message["data"])) is not None:
                    self.tell(change)


_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, Subscription] = WeakKeyDictionary()
_mine: set[str] = set()  # the names under which this process sends


def here() -> Subscription:
    """Return the listeners of the running loop."""
    loop = asyncio.get_running_loop()
    found = _loops.get(loop)
    if found is None:
        found = _loops[loop] = Subscription(loop)
    return found


def tell(change: Change) -> None:
    """Tell the listeners of this process, from any thread."""
    for each in tuple(_loops.values()):
        if change.table in each.listeners:
            each.inbox.put(each.tell, change)


def written(change: Change, sender: str) -> str:
    """Return a change as a message for other processes."""
    _mine.add(sender)
    return json.dumps([change.table, change.version, change.passed, sender])


def _read(data: Any) -> Change | None:
    """Return the change of another process; None for this process's own, and for anything else."""
    try:
        table, version, passed, sender = json.loads(data)
    except (TypeError, ValueError):
        return None
    return None if sender in _mine else Change(str(table), int(version), bool(passed), False)
