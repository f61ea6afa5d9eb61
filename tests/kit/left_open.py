"""Connections of event loops to Redis that tests leave open."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import time
from typing import Any


def closed() -> list[str]:
    """End the sender of messages, and return the connections that are still open."""
    end_sender()
    return _connections()


def end_sender() -> None:
    """End the thread that sends the messages of this process."""
    if (broadcast := sys.modules.get("games.tables.live.broadcast")) is not None:
        sender = broadcast._senders.pop(os.getpid(), None)
        if sender is not None and sender.loop.is_running():
            _end(sender.loop)


def _end(loop: asyncio.AbstractEventLoop) -> None:
    """Close the connections of a loop in another thread, in that loop, and end it."""
    from channels.layers import get_channel_layer

    from accounts import quick_redis

    async def close() -> None:
        layers: dict[Any, Any] = getattr(get_channel_layer(), "_layers", {})
        if (layer := layers.pop(loop, None)) is not None:
            await layer.flush()
        await quick_redis.close_in_loop()

    asyncio.run_coroutine_threadsafe(close(), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    while loop.is_running():
        time.sleep(0.001)
    loop.close()


def _connections() -> list[str]:
    module = sys.modules.get("redis.asyncio.connection")
    if module is None:
        return []
    kind = module.AbstractConnection
    found = (one for one in gc.get_objects() if issubclass(type(one), kind))
    return [repr(one) for one in found if one._writer is not None]
