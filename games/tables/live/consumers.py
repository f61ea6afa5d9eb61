"""Sockets of boards: on a change, each sends its viewer the regions of the board that have changed,
or the board. Nothing is written here."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import inf
from typing import Any
from urllib.parse import parse_qs

from django.db import InterfaceError, OperationalError

from games.tables import selectors
from games.tables.board import presenter
from games.tables.board.presenter import News
from games.tables.errors import TableError
from games.tables.live import broadcast, local_sockets, loop_calls, presence, table_changes
from games.tables.live.language import language_of, spoken
from games.tables.live.loop_calls import LoopCalls
from games.tables.live.polling import Poll
from games.tables.live.session_consumer import GONE as SIGNED_OUT
from games.tables.live.session_consumer import SignedInConsumer
from games.tables.live.table_changes import Change
from games.tables.outages import once_more

DATABASE_AWAY = (OperationalError, InterfaceError)
GONE = 4404  # the close code after which htmx does not connect again
TALK = "<!-- talk -->"  # somebody has said something: the page asks what
OPEN = inf
TO_ALL = "players"  # the room of which everybody hears
# A pool of threads that keep their connections: `database_sync_to_async` would run all sockets of
# the process in one thread.
_pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="boards")
_poll: Poll[str] = Poll(selectors.versions)


def _in_pool(function: Any, *args: Any) -> asyncio.Future[Any]:
    return asyncio.get_running_loop().run_in_executor(_pool, once_more, function, *args)


def _arrives(table_id: str, user_id: int | None, base: int) -> News:
    """Return what this viewer's page lacks, and note that the user looks at the table. Raises
    TableError."""
    if user_id is not None:
        presence.record_looking(table_id, user_id)
    return presenter.push(table_id, user_id, presenter.NOTHING, base)


class TableConsumer(SignedInConsumer):
    """The socket of one viewer of one table. In the query, `version` is the version that the page
    has, so that only newer boards are sent, and `seat` the seat that it shows, if any."""

    in_pool = staticmethod(_in_pool)
    table_id: str
    language: str
    version = -1
    seated = False
    """Whether the page shows a seat, and so hears nothing of what those who watch say."""
    inbox: LoopCalls
    sending: asyncio.Task[None] | None = None  # asyncio keeps weak references only
    hearing: asyncio.Task[None] | None = None
    changed_to: float = -1
    """The version of a change before the socket was open."""

    async def connect(self) -> None:
        """Accept the socket, and send the board if it is newer than the page's."""
        self.table_id = self.scope["url_route"]["kwargs"]["table_id"]
        self.language = language_of(self.scope)
        query = parse_qs(self.scope["query_string"].decode("latin1"))
        seen = query.get("version", [""])[0]
        self.version = int(seen) if seen.isascii() and seen.isdigit() and len(seen) < 10 else -1
        # Join before looking: a message between looking and joining would be lost.
        await self.channel_layer.group_add(broadcast.group(self.table_id), self.channel_name)
        await table_changes.here().join(self.table_id, self)
        try:
            await self.sign_in()
            news = await _in_pool(
                spoken, self.language, _arrives, self.table_id, self.user_id, self.version
            )
        except TableError:
            await self.accept()
            await self.close(GONE)
            return
        except DATABASE_AWAY:
            await self.close()  # the page connects again
            return
        await self.accept()
        self.seated = bool(query.get("seat", [""])[0])
        if self.user_id is None and "seat" in query:
            # The session ended after the page was rendered, which shows somebody's cards still.
            await self.close(SIGNED_OUT)
            return
        self.inbox = loop_calls.of(asyncio.get_running_loop())
        local_sockets.join(self.table_id, self)
        _poll.join(self.table_id, self)
        await self._forward(news)
        # What has changed, or was shown to this process, between looking and joining.
        newest, self.changed_to = max(self.changed_to, presenter.newest(self.table_id)), OPEN
        await self.table_changed({"version": newest})

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message of the channel layer. None uses a database connection of this thread, so
        it does not change threads as Channels does to close them."""
        if message["type"] == broadcast.CHANGED:  # of a process of an earlier release
            await self.table_changed(message)
        elif message["type"] == "session.changed":
            await self.check()
        elif message["type"] == "talk.said":
            if message["room"] == TO_ALL or not self.seated:
                await self._pass_on(TALK)
        elif message["type"] != "turns.changed":
            await super().dispatch(message)

    def on_change(self, change: Change) -> None:
        """Send what the page lacks after a change."""
        if self.changed_to != OPEN:
            self.changed_to = max(self.changed_to, change.version)
        elif not change.shown:
            self.hearing = asyncio.create_task(self.table_changed({"version": change.version}))

    async def table_changed(self, message: dict[str, Any]) -> None:
        """Send what the page lacks if the message names a newer version."""
        if message["version"] <= self.version:
            return
        asked = (self.table_id, self.user_id, message["version"], self.version)
        try:
            news = spoken(self.language, presenter.ready, *asked) or await _in_pool(
                spoken, self.language, presenter.push, *asked
            )
        except TableError:
            await self.close(GONE)
            return
        except DATABASE_AWAY:
            return  # polling will find the new version
        await self._forward(news)

    def is_stale(self, fact: int | None) -> bool:
        """Return whether the database has a newer version."""
        return fact is not None and fact > self.version

    async def catch_up(self, fact: int) -> None:
        """Send the board of this version or a newer one."""
        await self.table_changed({"version": fact})

    def hand(self, news: News) -> None:
        """Send what another thread has rendered already."""
        self.inbox.put(self._take, news)

    def _take(self, news: News) -> None:
        self.sending = asyncio.create_task(self._forward(news))

    async def _pass_on(self, text: str) -> None:
        with suppress(OSError, RuntimeError):  # the browser has just disconnected
            await self.send(text_data=text)

    async def _forward(self, news: News) -> None:
        if news.version <= self.version:
            return
        if news.base not in (None, self.version):  # something else was sent meanwhile
            await self.table_changed({"version": news.version})
            return
        self.version = news.version
        await self._pass_on(news.html)

    async def disconnect(self, code: int) -> None:
        """Leave all groups."""
        local_sockets.leave(self.table_id, self)
        table_changes.here().leave(self.table_id, self)
        _poll.leave(self.table_id, self)
        await self.sign_off()
        await self.channel_layer.group_discard(broadcast.group(self.table_id), self.channel_name)
