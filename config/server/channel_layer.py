"""The channel layer of channels_redis, changed so that sockets open, stay and close without Redis.

Until Redis is back the socket hears no message, and catches up by asking the database
(games.tables.live.polling).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

from channels_redis.pubsub import RedisPubSubChannelLayer  # type: ignore[import-untyped]
from redis import RedisError

log = logging.getLogger(__name__)

PATIENCE = 1.0  # seconds that a socket waits for Redis when it opens
AGAIN = 1.0  # seconds from one try to hear of a group to the next
AWAY = (RedisError, OSError, TimeoutError)


class Layer(RedisPubSubChannelLayer):  # type: ignore[misc]
    """Pairs of group and channel that Redis has not been sent yet are `owed`, and sent as soon as
    it answers."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.owed: set[tuple[str, str]] = set()
        self.telling: asyncio.Task[None] | None = None

    async def new_channel(self, prefix: str = "specific.") -> str:
        """Return a name for one socket. Redis does not learn it, since nobody sends to a single
        socket."""
        channel = f"{self.prefix}{prefix}{uuid4().hex}"
        self.channels[channel] = asyncio.Queue()
        return channel

    async def group_add(self, group: str, channel: str) -> None:
        """Add a channel to a group. Without Redis it is owed."""
        try:
            async with asyncio.timeout(PATIENCE if not self.owed else AGAIN / 10):
                # notes the channel before it asks Redis
                await self._of_library("group_add")(group, channel)
        except AWAY as error:
            if not self.owed:
                log.warning(
                    "Redis does not answer (%s): until it does, screens get no messages and ask the"
                    " database.",
                    type(error).__name__,
                )
            self.owed.add((group, channel))
            if self.telling is None or self.telling.done():
                self.telling = asyncio.create_task(self._tell_of_owed())

    async def group_discard(self, group: str, channel: str) -> None:
        """Remove a channel from a group."""
        self.owed.discard((group, channel))
        try:
            async with asyncio.timeout(PATIENCE if not self.owed else AGAIN / 10):
                await self._of_library("group_discard")(group, channel)
        except AWAY:
            log.debug("A group that nobody listens to is still heard.")

    async def _tell_of_owed(self) -> None:
        while self.owed:
            await asyncio.sleep(AGAIN)
            try:
                for group, channel in tuple(self.owed):
                    if (group, channel) in self.owed and channel in self.channels:
                        async with asyncio.timeout(PATIENCE):
                            await self._of_library("group_add")(group, channel)
                    self.owed.discard((group, channel))
            except AWAY:
                continue

    def _of_library(self, name: str) -> Callable[..., Awaitable[None]]:
        """Return a method of the library, which looks each up by name and binds it to the running
        loop's layer."""
        method: Callable[..., Awaitable[None]] = super().__getattr__(name)
        return method
