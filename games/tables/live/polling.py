"""Open sockets that ask: what a ring should have told them they learn from the database a few
seconds later.

One question for all sockets of a kind in this process, and none while there is no socket. So
whatever loses a ring (Redis that restarts, a process that dies between its commit and the ring)
leaves no screen stale, and screens move without Redis.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Generic, Protocol, TypeVar

from games.tables.outages import once_more

log = logging.getLogger(__name__)

K = TypeVar("K", str, int)

EVERY = 3.0  # seconds from one question to the next
_pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="polling")


class Listener(Protocol):
    def is_stale(self, fact: Any) -> bool:
        """Return whether the screen shows something else than what the database says (None: it
        knows nothing of the key)."""

    async def catch_up(self, fact: Any) -> None:
        """Bring the screen up to date."""


class Poll(Generic[K]):
    """Sockets by what they show. `ask` is given all the keys, and returns a fact for each that it
    knows: a version, say."""

    def __init__(self, ask: Callable[[Collection[K]], Mapping[K, Any]]) -> None:
        self.ask: Callable[[Collection[K]], Mapping[K, Any]] = ask
        self.listeners: dict[K, set[Listener]] = {}
        self.asking: asyncio.Task[None] | None = None
        self.failed = False

    def join(self, key: K, listener: Listener) -> None:
        """Tell this listener from now on. Like everything here it belongs to the event loop's
        thread."""
        self.listeners.setdefault(key, set()).add(listener)
        if (
            self.asking is None
            or self.asking.done()
            or self.asking.get_loop() is not asyncio.get_running_loop()
        ):
            self.asking = asyncio.create_task(self._keep_asking())

    def leave(self, key: K, listener: Listener) -> None:
        listeners = self.listeners.get(key, set())
        listeners.discard(listener)
        if not listeners:
            self.listeners.pop(key, None)

    async def _keep_asking(self) -> None:
        while self.listeners:
            await asyncio.sleep(EVERY)
            await self.once()

    async def once(self) -> None:
        """Ask now, and tell everybody."""
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
            ):  # one screen's trouble is nobody else's; or it has just left
                log.error("A screen could not catch up.", exc_info=outcome)
