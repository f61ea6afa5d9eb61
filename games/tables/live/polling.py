"""Polling by open sockets: a change whose message was lost is found in the database a few seconds
later.

There is one query for all sockets of a kind in this process, and none without sockets. So no lost
message (Redis restarts, a process dies between its commit and the message) leaves a board stale,
and boards follow the game without Redis."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, Protocol, TypeVar

from games.tables.outages import once_more

log = logging.getLogger(__name__)

K = TypeVar("K", str, int)

EVERY = 3.0  # seconds from one query to the next
_pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="polling")


class Listener(Protocol):
    """A socket that shows one key."""

    def is_stale(self, fact: Any) -> bool:
        """Return whether the socket shows another state than the database, which has this fact for
        its key; None if it has no such key."""

    async def catch_up(self, fact: Any) -> None:
        """Send the newest state."""


class Poll(Generic[K]):
    """Open sockets by key. `ask` gets all the keys, and returns a fact, such as a version, for each
    that it knows."""

    def __init__(self, ask: Callable[[Collection[K]], Mapping[K, Any]]) -> None:
        self.ask: Callable[[Collection[K]], Mapping[K, Any]] = ask
        self.listeners: dict[K, set[Listener]] = {}
        self.asking: asyncio.Task[None] | None = None
        self.failed = False

    def join(self, key: K, listener: Listener) -> None:
        """Add a listener. All methods belong to the thread of the event loop."""
        self.listeners.setdefault(key, set()).add(listener)
        if (
            self.asking is None
            or self.asking.done()
            or self.asking.get_loop() is not asyncio.get_running_loop()
        ):
            self.asking = asyncio.create_task(self._keep_asking())

    def leave(self, key: K, listener: Listener) -> None:
        """Remove a listener. One that is not there does no harm."""
        listeners = self.listeners.get(key, set())
        listeners.discard(listener)
        if not listeners:
            self.listeners.pop(key, None)

    async def _keep_asking(self) -> None:
        while self.listeners:
            await asyncio.sleep(EVERY)
            await self.once()

    async def once(self) -> None:
        """Query the facts now, and let every stale listener catch up."""
        keys = tuple(self.listeners)
        if not keys:
            return
        try:
            facts = await asyncio.get_running_loop().run_in_executor(
                _pool, once_more, self.ask, keys
            )
        except Exception as error:
            if not self.failed:
                log.warning(
                    "Screens cannot catch up (%s). They will, once the database answers.",
                    type(error).__name__,
                )
            self.failed = True
            return
        self.failed = False
        stale = [
            (listener, facts.get(key))
            for key in keys
            for listener in self.listeners.get(key, ())
            if listener.is_stale(facts.get(key))
        ]
        for outcome in await asyncio.gather(
            *[listener.catch_up(fact) for listener, fact in stale], return_exceptions=True
        ):
            if isinstance(outcome, Exception) and not isinstance(
                outcome, OSError
            ):  # an error of one socket must not affect the others; OSError: it has disconnected
                log.error("A screen could not catch up.", exc_info=outcome)
