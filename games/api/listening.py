"""The streams of a table and of a user: the changes that they follow, and their lines."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from typing import Any, cast
from urllib.parse import parse_qs

from channels.layers import get_channel_layer
from django.core.handlers.asgi import ASGIRequest
from django.db import InterfaceError, OperationalError

from games.api import answers
from games.api.auth import Caller, caller
from games.api.problems import Problem
from games.digits import number
from games.tables import selectors
from games.tables.errors import NoSuchTable
from games.tables.live import table_changes
from games.tables.live.broadcast import user_group
from games.tables.live.language import language_of, spoken
from games.tables.live.polling import Poll
from games.tables.live.table_changes import Change
from games.tables.outages import once_more

BEAT = 12.0  # seconds between empty lines; 15 are promised
_pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="streams")
_poll: Poll[str] = Poll(selectors.versions)


def in_pool(language: str, function: Any, *args: Any) -> asyncio.Future[Any]:
    """Call a function in a thread for streams, in a language."""
    loop = asyncio.get_running_loop()
    return loop.run_in_executor(_pool, once_more, spoken, language, function, *args)


class Stream(ABC):
    """The stream of one caller."""

    over = False

    def __init__(self, scope: Any, caller: Caller) -> None:
        self.scope, self.caller, self.language = scope, caller, language_of(scope)
        self.changed = asyncio.Event()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Follow changes inside the context."""
        try:
            await self.join()
            yield
        finally:
            await self.leave()

    def on_change(self, change: Change) -> None:
        """Note that a table has changed."""
        self.changed.set()

    async def next_lines(self) -> list[Any]:
        """Return the lines after the next change, or after BEAT."""
        try:
            async with asyncio.timeout(BEAT):
                await self.changed.wait()
        except TimeoutError:
            return await self.beat()
        self.changed.clear()
        return await self.fresh()

    async def beat(self) -> list[Any]:
        """Return the lines after BEAT without a change."""
        return []

    async def allowed(self) -> bool:
        """Return whether the caller's token is still valid."""
        if self.caller.user is None:
            return True
        request = ASGIRequest({**self.scope, "root_path": ""}, cast("Any", None))
        try:
            await in_pool(self.language, caller, request)
        except Problem:
            return False
        except (OperationalError, InterfaceError):
            return True
        return True

    @abstractmethod
    async def join(self) -> None:
        """Start to follow changes."""

    @abstractmethod
    async def leave(self) -> None:
        """Stop following changes."""

    @abstractmethod
    async def fresh(self) -> list[Any]:
        """Return the lines that the caller lacks. Raises TableError."""


class TableStream(Stream):
    """A table: each line is the table at a newer version."""

    def __init__(self, scope: Any, caller: Caller, table_id: str) -> None:
        super().__init__(scope, caller)
        self.table_id = table_id
        after = parse_qs(scope["query_string"].decode("latin1")).get("after", [""])[0]
        self.version = number(after, 9, -1)

    async def join(self) -> None:
        """Start to follow changes."""
        await table_changes.here().join(self.table_id, self)
        _poll.join(self.table_id, self)

    async def leave(self) -> None:
        """Stop following changes."""
        _poll.leave(self.table_id, self)
        table_changes.here().leave(self.table_id, self)

    def is_stale(self, fact: int | None) -> bool:
        """Return whether the database has a newer version."""
        return fact is not None and fact > self.version

    async def catch_up(self, fact: int) -> None:
        """Note that the table has changed."""
        self.changed.set()

    async def fresh(self) -> list[Any]:
        """Return the lines that the caller lacks. Raises NoSuchTable."""
        try:
            facts = await in_pool(self.language, self._look)
        except NoSuchTable:
            if self.version < 0:
                raise
            self.over = True
            return []
        except (OperationalError, InterfaceError):
            return []
        return [] if facts is None else [facts]

    def _look(self) -> dict[str, Any] | None:
        seen = answers.find_table(self.table_id, self.caller.user_id)
        self.over = seen.status == "ended"
        if seen.version <= self.version:
            return None
        facts = answers.table(seen, self.caller)
        self.version, self.over = facts["version"], facts["status"] == "ended"
        return facts


class MyStream(Stream):
    """The caller's tables: each line is a table and its event: `turn`, `start`, `end`, or
    `invitation`."""

    def __init__(self, scope: Any, caller: Caller) -> None:
        super().__init__(scope, caller)
        self.known: dict[str, tuple[str, int | None]] | None = None
        self.joined: frozenset[str] = frozenset()
        self.layer: Any = get_channel_layer()
        self.channel, self.group = "", user_group(cast("int", caller.user_id))
        self.receiver: asyncio.Task[None] | None = None

    async def join(self) -> None:
        """Start to follow changes."""
        self.channel = await self.layer.new_channel()
        with suppress(Exception):  # Redis is away: `beat` finds what is new
            await self.layer.group_add(self.group, self.channel)
        self.receiver = asyncio.create_task(self._receive())

    async def leave(self) -> None:
        """Stop following changes."""
        if self.receiver is not None:
            self.receiver.cancel()
        for table_id in self.joined:
            table_changes.here().leave(table_id, self)
        with suppress(Exception):
            await self.layer.group_discard(self.group, self.channel)

    async def _receive(self) -> None:
        while True:
            try:
                await self.layer.receive(self.channel)
                self.changed.set()
            except asyncio.CancelledError:
                raise
            except Exception:  # Redis is away
                await asyncio.sleep(1)

    async def beat(self) -> list[Any]:
        """Return the lines, since a message may have been lost."""
        return await self.fresh()

    async def fresh(self) -> list[Any]:
        """Return the lines that the caller lacks. Raises NoSuchTable."""
        try:
            mine, asked = await in_pool(self.language, self._look)
        except (OperationalError, InterfaceError):
            return []
        await self._follow(frozenset(mine))
        lines = [
            {"table": table_id, "event": event}
            for table_id, event in self._events(mine | dict.fromkeys(asked, ("invited", None)))
        ]
        return lines

    def _look(self) -> tuple[dict[str, tuple[str, int | None]], list[str]]:
        assert self.caller.user is not None
        mine = {
            my.table.pk: (my.table.status, my.table.ply if my.my_turn else None)
            for my in selectors.tables_of(self.caller.user)
        }
        return mine, selectors.invited(self.caller.user)

    def _events(self, now: dict[str, tuple[str, int | None]]) -> list[tuple[str, str]]:
        before, self.known = self.known or {}, now
        found = [
            (table_id, event)
            for table_id, state in now.items()
            for event in _events_between(before.get(table_id), state)
        ]
        gone = [table_id for table_id, (status, _) in before.items() if table_id not in now]
        return found + [(one, "end") for one in gone if before[one][0] == "running"]

    async def _follow(self, tables: frozenset[str]) -> None:
        """Follow these tables and no others."""
        for table_id in self.joined - tables:
            table_changes.here().leave(table_id, self)
        for table_id in tables - self.joined:
            await table_changes.here().join(table_id, self)
        if tables - self.joined:
            self.changed.set()  # a turn may have passed between looking and joining
        self.joined = tables


def _events_between(
    before: tuple[str, int | None] | None, now: tuple[str, int | None]
) -> list[str]:
    """Return the events of a table between two looks."""
    (status, ply), was = now, before or ("", None)
    if status == "invited":
        return [] if before else ["invitation"]
    events = ["start"] if status == "running" and before and was[0] != "running" else []
    return [*events, "turn"] if ply is not None and ply != was[1] else events
