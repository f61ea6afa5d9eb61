"""Connections of an event loop to PostgreSQL: a statement by one of them needs no thread.

They are few, opened on demand, and kept. What one cannot do at once goes to a thread, whose
connections wait for a database that restarts."""

from __future__ import annotations

import asyncio
import time
from contextlib import nullcontext
from typing import Any
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import connection
from psycopg import AsyncConnection

PATIENCE = 2.0  # seconds for which a move waits until a connection is free

NAME = "fairdeal moves"  # as a host sees them in pg_stat_activity


class Connections:
    """The connections of one loop, each with the moment at which it was made. The one that was used
    last is used next."""

    def __init__(self, most: int) -> None:
        self.idle: list[tuple[AsyncConnection[Any], float]] = []
        self.room = asyncio.Semaphore(most)

    async def row(self, sql: str, values: list[Any]) -> Any:
        """Run a statement, which is a transaction of its own; return its first row, None if it has
        none. Raises psycopg.Error, OSError or TimeoutError."""
        async with asyncio.timeout(PATIENCE) if self.room.locked() else nullcontext():
            await self.room.acquire()
        try:
            one, made = await self._free()
            try:
                cursor = await one.execute(sql, values)
                found = await cursor.fetchone()
            except BaseException:
                # the others have been cut off too if the server has restarted
                await one.close()
                await self.close()
                raise
            self.idle.append((one, made))
            return found
        finally:
            self.room.release()

    async def _free(self) -> tuple[AsyncConnection[Any], float]:
        oldest = time.monotonic() - settings.DATABASES["default"]["CONN_MAX_AGE"]
        while self.idle:
            one, made = self.idle.pop()
            if made > oldest:
                return one, made
            await one.close()
        facts: dict[str, Any] = dict(connection.get_connection_params())
        facts.pop("cursor_factory")  # one for threads
        facts.setdefault("application_name", NAME)
        return await AsyncConnection.connect(**facts, autocommit=True), time.monotonic()

    async def close(self) -> None:
        """Close unused connections."""
        while self.idle:
            await self.idle.pop()[0].close()


_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, Connections] = WeakKeyDictionary()


def here() -> Connections:
    """Return the connections of the running loop."""
    loop = asyncio.get_running_loop()
    found = _loops.get(loop)
    if found is None:
        found = _loops[loop] = Connections(settings.WEB_THREADS)
    return found
