"""The socket for the counts of turns and news in the head of every page. A change of a table is one
look for all tabs of a user."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils import timezone

from games.notices import selectors, services
from games.tables.live import presence, table_changes
from games.tables.live.language import language_of, spoken
from games.tables.live.polling import Poll
from games.tables.live.session_consumer import GONE, SignedInConsumer
from games.tables.live.table_changes import Change
from games.tables.outages import once_more

log = logging.getLogger(__name__)

TABS = 40  # sockets of one user in this process
PAUSE = 0.2  # seconds between two looks at a user's tables
TABLE = re.compile(r"[a-z0-9]{1,16}", re.ASCII)
AWAY = "-"  # in place of a table's id: the tab is hidden
_pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="turns")
_poll: Poll[int] = Poll(selectors.marks)


def _in_pool(function: Any, *args: Any) -> asyncio.Future[Any]:
    return asyncio.get_running_loop().run_in_executor(_pool, once_more, function, *args)


def _sees(table_id: str, user_id: int, tab: str) -> None:
    presence.record_looking(table_id, user_id, tab)
    services.mark_table_read(user_id=user_id, table_id=table_id, now=timezone.now())


@dataclass(frozen=True, slots=True)
class Look:
    """The link in the head for a user, and the user's running tables, whose messages change it."""

    html: str
    tables: frozenset[str]
    mark: selectors.Mark


def look(user_id: int) -> Look:
    """Return the link and the tables of a user. Three queries."""
    # the tables first: one that starts in between sends a message to its players
    tables = selectors.running(user_id)
    turns = selectors.turns(user_id)
    news = selectors.new_items(user_id)
    facts = {"turns": turns, "here": "", "new_items": news}
    html = render_to_string("notices/head.html", facts)
    return Look(html.strip(), tables, selectors.Mark.of(tables, turns, news))


class Links:
    """The links of this process's users. Callers before a look begins share its result."""

    def __init__(self) -> None:
        self.due: dict[tuple[int, str], asyncio.Task[Look]] = {}
        self.begun: dict[tuple[int, str], float] = {}
        self.tabs: Counter[int] = Counter()

    def fresh(self, user_id: int, language: str) -> asyncio.Task[Look]:
        """Return the task of a look that begins after this call."""
        key = (user_id, language)
        task = self.due.get(key)
        if task is None or task.done() or task.get_loop() is not asyncio.get_running_loop():
            task = self.due[key] = asyncio.create_task(self._look(*key))
        return task

    async def _look(self, user_id: int, language: str) -> Look:
        key = (user_id, language)
        wait = self.begun.get(key, 0.0) + PAUSE - time.monotonic()
        await asyncio.sleep(max(0.0, min(PAUSE, wait)))
        self.begun[key] = time.monotonic()
        self.due.pop(key, None)
        found: Look = await _in_pool(spoken, language, look, user_id)
        return found

    def add_tab(self, user_id: int) -> bool:
        """Add a tab; return False if there are too many."""
        if self.tabs[user_id] >= TABS:
            return False
        self.tabs[user_id] += 1
        return True

    def remove_tab(self, user_id: int) -> None:
        """Remove a tab."""
        self.tabs[user_id] -= 1
        if self.tabs[user_id] <= 0:
            del self.tabs[user_id]
            for key in [key for key in self.begun if key[0] == user_id]:
                del self.begun[key]


links = Links()


class TurnsConsumer(SignedInConsumer):
    """The socket of one tab. The browser sends now and then which table the tab shows."""

    in_pool = staticmethod(_in_pool)
    language: str
    sent = ""
    mark = selectors.Mark()  # of what was sent
    seen = 0.0
    shows = ""
    """The id of the table that this tab shows, while it is visible."""
    look: asyncio.Task[Look] | None = None  # the last one that was asked for
    joined: frozenset[str] = frozenset()
    forwarding: set[asyncio.Task[None]]

    async def connect(self) -> None:
        """Accept the socket and send the link; close it if nobody is signed in."""
        self.forwarding = set()
        self.language = language_of(self.scope)
        user_id = await self.sign_in()
        await self.accept()
        if user_id is None or not links.add_tab(user_id):
            self.user_id = None
            await self.close(GONE)
            return
        await self.turns_changed({})  # something may have happened since the page was made
        _poll.join(user_id, self)
        await _in_pool(presence.record_online, user_id)

    async def check(self) -> None:
        """Close the socket if the session has ended; else record that its user is here."""
        await super().check()
        if self.user_id is not None:
            await _in_pool(presence.record_online, self.user_id)

    def is_stale(self, fact: selectors.Mark | None) -> bool:
        """Return whether the user's tables have changed since the link was sent."""
        return (fact or selectors.Mark()) != self.mark

    async def catch_up(self, fact: selectors.Mark | None) -> None:
        """Send the link after a change without a message."""
        await self.turns_changed({})

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message from the channel layer. Those about turns use no database in this
        thread, so they skip Channels' change of threads."""
        if message["type"] == "turns.changed":
            await self.turns_changed(message)
        elif message["type"] == "session.changed":
            await self.check()
        else:
            await super().dispatch(message)

    def on_change(self, change: Change) -> None:
        """Send the link if a turn has passed."""
        if change.passed:
            self._look()

    async def turns_changed(self, message: dict[str, Any]) -> None:
        """Send the link."""
        self._look()

    def _look(self) -> None:
        """Schedule the link, so that a hundred messages in a row are one or two looks."""
        if self.user_id is None or (look := links.fresh(self.user_id, self.language)) is self.look:
            return
        self.look = look
        forward = asyncio.create_task(self._forward(look))
        self.forwarding.add(forward)
        forward.add_done_callback(self.forwarding.discard)

    async def _forward(self, look: asyncio.Task[Look]) -> None:
        try:
            found = await asyncio.shield(look)
            self.mark = found.mark
            if found.html != self.sent:
                self.sent = found.html
                await self.send(text_data=found.html)
            await self._follow(found.tables)
        except OSError:
            return  # the reader has just left
        except Exception:  # the browser comes back, and asks anew
            log.exception("A tab could not be told whose turn it is.")
            await self.close(1011)

    async def _follow(self, tables: frozenset[str]) -> None:
        """Follow these tables: a turn that passes is one message to everybody at the table."""
        come, gone, self.joined = tables - self.joined, self.joined - tables, tables
        for table_id in gone:
            table_changes.here().leave(table_id, self)
        for table_id in come:
            await table_changes.here().join(table_id, self)
        if come:  # a turn may have passed between looking and joining
            await self.turns_changed({})

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Record the table that this tab shows, or that the tab is hidden."""
        if text_data == AWAY:
            await self._turn_away()
            return
        now = time.monotonic()
        if (
            self.user_id is None
            or not text_data
            or not TABLE.fullmatch(text_data)
            or now - self.seen < 10
        ):
            return
        self.seen, self.shows = now, text_data
        await _in_pool(_sees, text_data, self.user_id, self.channel_name)

    async def _turn_away(self) -> None:
        table_id, self.shows = self.shows, ""
        self.seen = min(self.seen, time.monotonic() - 8)  # who comes back soon is seen again
        if table_id and self.user_id is not None:
            await _in_pool(presence.record_leaving, table_id, self.user_id, self.channel_name)

    async def disconnect(self, code: int) -> None:
        """Leave all groups."""
        for forward in self.forwarding:
            forward.cancel()
        await self._turn_away()
        await self.sign_off()
        if self.user_id is not None:
            links.remove_tab(self.user_id)
            _poll.leave(self.user_id, self)
        for table_id in self.joined:
            table_changes.here().leave(table_id, self)
