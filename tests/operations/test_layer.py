"""Groups of sockets, with a real server that goes away."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from config.server.channel_layer import Layer
from tests.kit.servers import Valkey


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Valkey]:
    server = Valkey(tmp_path / "valkey", tmp_path / "valkey" / "socket")
    server.start()
    yield server
    server.stop()


def layer_of(redis: Valkey) -> Layer:
    return Layer(
        hosts=[
            {"address": f"unix://{redis.socket}", "socket_timeout": 2, "socket_connect_timeout": 1}
        ],
        prefix="test",
    )


async def hears(listening: Layer, sending: Layer, channel: str) -> Any:
    """Return the first message that comes; the group is told until one does."""
    message = asyncio.create_task(listening.receive(channel))
    async with asyncio.timeout(60):
        while not message.done():
            await sending.group_send("k3x9", {"type": "table.changed", "version": 42})
            await asyncio.wait([message], timeout=0.1)
    return message.result()


@pytest.mark.parametrize("how", ["gone", "hangs"])
def test_a_group_that_was_joined_without_redis_is_heard_when_it_is_back(
    redis: Valkey, how: str
) -> None:
    async def scene() -> None:
        listening, sending = layer_of(redis), layer_of(redis)
        assert redis.process
        if how == "gone":
            redis.stop()
        else:
            redis.process.send_signal(signal.SIGSTOP)
        channel = await listening.new_channel()
        await listening.group_add("k3x9", channel)
        gone = await listening.new_channel()
        await listening.group_add("other", gone)
        await listening.group_discard("other", gone)
        if how == "gone":
            redis.start()
        else:
            redis.process.send_signal(signal.SIGCONT)
        assert await hears(listening, sending, channel) == {"type": "table.changed", "version": 42}
        assert not listening.owed
        for layer in (listening, sending):
            await layer.flush()

    asyncio.run(scene())


def test_a_group_is_heard_again_after_a_restart(redis: Valkey) -> None:
    async def scene() -> None:
        listening, sending = layer_of(redis), layer_of(redis)
        channel = await listening.new_channel()
        await listening.group_add("k3x9", channel)
        redis.restart()
        assert await hears(listening, sending, channel)
        for layer in (listening, sending):
            await layer.flush()

    asyncio.run(scene())
