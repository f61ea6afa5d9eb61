"""Rings between processes: one plain channel, heard once for all tables of a process."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from accounts import quick_redis
from games.tables.live import rings
from games.tables.live.rings import Ring
from tests.kit.servers import Valkey


class Screen:
    def __init__(self) -> None:
        self.heard: asyncio.Queue[Ring] = asyncio.Queue()

    def rung(self, ring: Ring) -> None:
        self.heard.put_nowait(ring)

    async def hears(self) -> Ring:
        async with asyncio.timeout(60):
            return await self.heard.get()


async def publishes(*rung: str) -> None:
    for text in rung:
        await quick_redis.client_in_loop().publish(rings.channel(), text)


def ring(table: str, version: int) -> str:
    """Return the ring of another process."""
    return json.dumps([table, version, True, "another process"])


def plays(scene: Any) -> None:
    async def whole() -> None:
        try:
            await scene()
        finally:
            await quick_redis.client_in_loop().aclose()
            if (hearing := rings.here().hearing) is not None:
                hearing.cancel()
                await asyncio.wait([hearing])

    asyncio.run(whole())


def test_other_processes_are_heard_and_its_own_rings_are_dropped() -> None:
    async def scene() -> None:
        one, two = Screen(), Screen()
        for screen, table in ((one, "k3x9"), (two, "other"), (two, "k3x9")):
            await rings.here().join(table, screen)
        rings.here().leave("k3x9", two)
        mine = rings.written(Ring("k3x9", 41, True, False), "this process")
        await publishes(mine, "no ring", "[1]", ring("k3x9", 42), ring("other", 7))
        assert await one.hears() == Ring("k3x9", 42, True, False)
        assert await two.hears() == Ring("other", 7, True, False)
        rings.tell(Ring("k3x9", 43, False, True))
        assert await one.hears() == Ring("k3x9", 43, False, True)
        assert one.heard.empty() and two.heard.empty()

    plays(scene)


def test_they_are_heard_again_when_redis_is_back(redis_server: Valkey) -> None:
    """A socket that opens meanwhile waits a second at most, and the next ones not at all."""

    async def scene() -> None:
        screen = Screen()
        await rings.here().join("k3x9", screen)
        redis_server.stop()
        try:
            await rings.here().join("other", screen)
        finally:
            redis_server.start()
        version = 0
        while screen.heard.empty():
            version += 1
            await publishes(ring("k3x9", version))
            await asyncio.sleep(0.05)
        assert (await screen.hears()).version <= version

    plays(scene)
