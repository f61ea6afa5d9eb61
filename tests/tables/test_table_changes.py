"""Changes of tables, as processes tell each other: one subscription a process for all tables."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from accounts import quick_redis
from games.tables.live import table_changes
from games.tables.live.table_changes import Change
from tests.kit.servers import Valkey


class Screen:
    def __init__(self) -> None:
        self.heard: asyncio.Queue[Change] = asyncio.Queue()

    def on_change(self, change: Change) -> None:
        self.heard.put_nowait(change)

    async def hears(self) -> Change:
        async with asyncio.timeout(60):
            return await self.heard.get()


async def publishes(*texts: str) -> None:
    for text in texts:
        await quick_redis.client_in_loop().publish(table_changes.channel(), text)


def change_of(table: str, version: int) -> str:
    """Return the change of another process."""
    return json.dumps([table, version, True, "another process"])


def plays(scene: Any) -> None:
    async def whole() -> None:
        try:
            await scene()
        finally:
            await quick_redis.close_in_loop()
            if (hearing := table_changes.here().hearing) is not None:
                hearing.cancel()
                await asyncio.wait([hearing])

    asyncio.run(whole())


def test_other_processes_are_heard_and_its_own_rings_are_dropped() -> None:
    async def scene() -> None:
        one, two = Screen(), Screen()
        for screen, table in ((one, "k3x9"), (two, "other"), (two, "k3x9")):
            await table_changes.here().join(table, screen)
        table_changes.here().leave("k3x9", two)
        mine = table_changes.written(Change("k3x9", 41, True, False), "this process")
        await publishes(mine, "no change", "[1]", change_of("k3x9", 42), change_of("other", 7))
        assert await one.hears() == Change("k3x9", 42, True, False)
        assert await two.hears() == Change("other", 7, True, False)
        table_changes.tell(Change("k3x9", 43, False, True))
        assert await one.hears() == Change("k3x9", 43, False, True)
        assert one.heard.empty() and two.heard.empty()

    plays(scene)


def test_they_are_heard_again_when_redis_is_back(redis_server: Valkey) -> None:
    """A socket that opens meanwhile waits a second at most, and the next ones not at all."""

    async def scene() -> None:
        screen = Screen()
        await table_changes.here().join("k3x9", screen)
        redis_server.stop()
        try:
            await table_changes.here().join("other", screen)
        finally:
            redis_server.start()
        version = 0
        while screen.heard.empty():
            version += 1
            await publishes(change_of("k3x9", version))
            await asyncio.sleep(0.05)
        assert (await screen.hears()).version <= version

    plays(scene)
