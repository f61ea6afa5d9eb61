"""The socket of the lobby. When an open table changes, the list is rendered once in this process
and sent to everybody."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer
from django.template.loader import render_to_string

from games.lobby import selectors
from games.tables.live.broadcast import LOBBY
from games.tables.live.polling import Poll
from games.tables.outages import once_more
from games.tables.selectors import lobby_mark

PAUSE = 0.5  # seconds from one rendering of a list to the next
_pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="lobby")


def render(game: str | None) -> str:
    """Return the list for everybody: without a reader, without a token, and of its first page,
    where new tables appear."""
    return render_to_string(
        "lobby/open_tables.html", {"open": selectors.open_tables(game), "filter": game}
    )


class Lists:
    """The rendered lists of this process, one for each filter. Callers who ask before a rendering
    has begun share its result."""

    def __init__(self) -> None:
        self.due: dict[str | None, asyncio.Task[str]] = {}
        self.begun: dict[str | None, float] = {}

    async def fresh(self, game: str | None) -> str:
        """Return the list as it stands at some moment after this call."""
        task = self.due.get(game)
        if task is None or task.done() or task.get_loop() is not asyncio.get_running_loop():
            task = self.due[game] = asyncio.create_task(self._render(game))
        # one screen that goes away does not take the list from the others
        return await asyncio.shield(task)

    async def _render(self, game: str | None) -> str:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, min(PAUSE, self.begun.get(game, 0.0) + PAUSE - loop.time())))
        self.begun[game] = loop.time()
        self.due.pop(game, None)
        return await loop.run_in_executor(_pool, once_more, render, game)


lists = Lists()
_poll: Poll[str] = Poll(lambda keys: dict.fromkeys(keys, lobby_mark()))


class LobbyConsumer(AsyncWebsocketConsumer):
    """One screen that shows the lobby, perhaps for one game only (`?game=`)."""

    groups = [LOBBY]
    game: str | None = None
    sent = ""
    mark: Any = None

    async def connect(self) -> None:
        """Accept the socket and send the list."""
        asked = parse_qs(self.scope["query_string"].decode("latin1")).get("game", [""])[0]
        self.game = asked if asked in selectors.games() else None
        await self.accept()
        _poll.join(LOBBY, self)
        await self.lobby_changed({})  # something may have happened since the page was made

    def is_stale(self, fact: Any) -> bool:
        """Return whether the open tables have changed since the list was sent."""
        return bool(fact != self.mark)

    async def catch_up(self, fact: Any) -> None:
        """Send the list after a change of which no message came."""
        self.mark = fact
        await self.lobby_changed({})

    async def disconnect(self, code: int) -> None:
        """Stop asking the database for this socket."""
        _poll.leave(LOBBY, self)

    async def lobby_changed(self, message: dict[str, Any]) -> None:
        """Send the list if it is another one."""
        html = await lists.fresh(self.game)
        if html != self.sent:
            self.sent = html
            await self.send(text_data=html)
