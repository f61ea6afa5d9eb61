"""Connections of event loops to Redis: each that a test opens is closed by it, or by its fixtures.
One that is left to the end of the process would be told there, where no test fails any more."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import time
from typing import Any


def closed() -> list[str]:
    """End the thread that sends the messages of this process, with its connections; return what is
    open all the same."""
    end_sender()
    return _connections()


def end_sender() -> None:
    """End that thread, also before another loop sends the messages."""
    if (broadcast := sys.modules.get("games.tables.live.broadcast")) is not None:
        sender = broadcast._senders.pop(os.getpid(), None)
        if sender is not None and sender.loop.is_running():
            _end(sender.loop)


def _end(loop: asyncio.AbstractEventLoop) -> None:
    """Close what a loop in another thread has open, in that loop: this thread may have one too."""
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
