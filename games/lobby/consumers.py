"""The socket of the lobby. When an open table changes, the list is rendered once in this process
and sent to everybody; for readers who follow or block somebody, once for each."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.http import QueryDict
from django.template.loader import render_to_string
from django.utils import timezone

from accounts import sessions
from accounts.sessions import Visitor
from games.lobby import open_tables
from games.lobby.filters import Filters
from games.lobby.open_tables import EVERYBODY, Reader
from games.tables.live.broadcast import LOBBY
from games.tables.live.language import language_of, spoken
from games.tables.live.polling import Poll
from games.tables.live.session_consumer import cookies
from games.tables.outages import once_more
from games.tables.selectors import lobby_mark

MANY = 2000  # cached lists
PAUSE = 0.5  # seconds between two renderings of a list
_pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="lobby")


def render(filters: Filters, reader: Reader = EVERYBODY) -> str:
    """Return the first page of the list for readers with these ties, without a CSRF token."""
    found = open_tables.listed(filters, timezone.now(), reader=reader)
    return render_to_string("lobby/open_tables.html", {"open": found})


def _reader(claim: Visitor) -> Reader:
    """Return the reader's ties. At most three queries."""
    known = sessions.validate(claim)
    return Reader.of(known.user.pk) if known else EVERYBODY


def _mark() -> Any:
    """Return a value that changes with the open tables, and each minute with their ages. One
    query."""
    return lobby_mark(), timezone.now().replace(second=0, microsecond=0)


class Lists:
    """This process's rendered lists, by filter and language. Callers that come before a rendering
    starts share its result."""

    def __init__(self) -> None:
        self.due: dict[tuple[Filters, str, Reader], asyncio.Task[str]] = {}
        self.begun: dict[tuple[Filters, str, Reader], float] = {}

    async def fresh(self, filters: Filters, language: str, reader: Reader = EVERYBODY) -> str:
        """Return the list, rendered after this call."""
        key = (filters, language, reader)
        task = self.due.get(key)
        if task is None or task.done() or task.get_loop() is not asyncio.get_running_loop():
            task = self.due[key] = asyncio.create_task(self._render(*key))
        # one screen that leaves does not cancel the rendering for others
        return await asyncio.shield(task)

    async def _render(self, filters: Filters, language: str, reader: Reader) -> str:
        key, loop = (filters, language, reader), asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, min(PAUSE, self.begun.get(key, 0.0) + PAUSE - loop.time())))
        if len(self.begun) > MANY:  # readers with ties come and go
            self.begun.clear()
        self.begun[key] = loop.time()
        self.due.pop(key, None)
        return await loop.run_in_executor(
            _pool, once_more, spoken, language, render, filters, reader
        )


lists = Lists()
_poll: Poll[str] = Poll(lambda keys: dict.fromkeys(keys, _mark()))


class LobbyConsumer(AsyncWebsocketConsumer):
    """One screen of the lobby, with the filters in its query."""

    groups = [LOBBY]
    filters = Filters()
    reader = EVERYBODY
    language: str
    sent = ""
    mark: Any = None

    async def connect(self) -> None:
        """Accept the socket and send the list."""
        self.filters = Filters.asked(QueryDict(self.scope["query_string"]).dict())
        self.language = language_of(self.scope)
        if (claim := sessions.visitor_of_cookies(cookies(self.scope))).user_id is not None:
            loop = asyncio.get_running_loop()
            self.reader = await loop.run_in_executor(_pool, once_more, _reader, claim)
        await self.accept()
        _poll.join(LOBBY, self)
        await self.lobby_changed({})  # tables may have changed since the page was rendered

    def is_stale(self, fact: Any) -> bool:
        """Return whether the open tables have changed since the list was sent."""
        return bool(fact != self.mark)

    async def catch_up(self, fact: Any) -> None:
        """Send the list after a change without a message."""
        self.mark = fact
        await self.lobby_changed({})

    async def disconnect(self, code: int) -> None:
        """Stop polling for this socket."""
        _poll.leave(LOBBY, self)

    async def lobby_changed(self, message: dict[str, Any]) -> None:
        """Send the list if it differs."""
        html = await lists.fresh(self.filters, self.language, self.reader)
        if html != self.sent:
            self.sent = html
            await self.send(text_data=html)
