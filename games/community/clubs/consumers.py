"""The socket of a club's talk: each line is rendered once in this process for all members who hear
its author, and once for the author's own pages. Nothing is written here."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs

from django.template.loader import render_to_string
from django.utils import timezone

from games.community.clubs.models import Membership
from games.community.clubs.talk import KIND
from games.community.talk import selectors as lines
from games.digits import number
from games.tables.live import broadcast
from games.tables.live.language import language_of, spoken
from games.tables.live.polling import Poll
from games.tables.live.session_consumer import GONE as SIGNED_OUT
from games.tables.live.session_consumer import SignedInConsumer
from games.tables.outages import once_more

GONE = 4404  # the close code after which the page does not connect again
KEPT = 200  # rendered lines
_pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="clubs")
_poll: Poll[str] = Poll(lines.newest)


def _in_pool(function: Any, *args: Any) -> asyncio.Future[Any]:
    return asyncio.get_running_loop().run_in_executor(_pool, once_more, function, *args)


def members(key: str, users: Collection[int]) -> set[int]:
    """Return those of these users who may read the talk of a club. One query."""
    found = Membership.objects.filter(
        club=int(key.partition("-")[2]), user__in=users, club__closed_at=None, user__is_active=True
    )
    return set(found.values_list("user", flat=True))


def club_of(slug: str, user_id: int) -> str | None:
    """Return the key of a club's talk for a member, else None. One query."""
    mine = Membership.objects.filter(club__slug=slug, club__closed_at=None, user=user_id)
    found = mine.values_list("club", flat=True).first()
    return None if found is None else f"{KIND}-{found}"


@dataclass(frozen=True, slots=True)
class News:
    """A line as the pages of this process get it: by whom, for everybody else and for the author's
    own pages, who belongs to the club, and who hears the author."""

    author: int
    html: str
    own: str
    members: frozenset[int]
    hear: frozenset[int]


def news_of(key: str, line_id: int, users: frozenset[int]) -> News | None:
    """Return a line for these users; None if it is gone."""
    line = lines.line_at(key, line_id)
    if line is None:
        return None
    author, now = line.user_id, timezone.now()
    there = members(key, users)
    return News(
        author,
        _html(lines.shown_line(line, None, now)),
        _html(lines.shown_line(line, author, now)) if author in there else "",
        frozenset(there),
        frozenset(there - lines.hidden_from(author, there)),
    )


def _html(line: lines.ShownLine) -> str:
    return render_to_string("talk/venue_line.html", {"line": line}).strip()


class Rooms:
    """The open sockets of this process by club, and their shared renderings."""

    def __init__(self) -> None:
        self.here: dict[str, set[TalkConsumer]] = {}
        self.shared: OrderedDict[tuple[str, str, str], asyncio.Task[News | None]] = OrderedDict()

    def users(self, key: str) -> frozenset[int]:
        """Return the users with open pages."""
        return frozenset(one.user_id for one in self.here.get(key, ()) if one.user_id is not None)

    async def news(self, key: str, line_id: int, message: str, language: str) -> News | None:
        """Return a line, rendered once for each message and language."""
        asked = (key, message, language)
        task = self.shared.get(asked)
        if task is None or task.get_loop() is not asyncio.get_running_loop():
            rendering = _in_pool(spoken, language, news_of, key, line_id, self.users(key))
            task = self.shared[asked] = asyncio.ensure_future(rendering)
            while len(self.shared) > KEPT:
                self.shared.popitem(last=False)
        return await asyncio.shield(task)


rooms = Rooms()


class TalkConsumer(SignedInConsumer):
    """The socket of one page of a club's talk. `after` in the query: the newest line there."""

    in_pool = staticmethod(_in_pool)
    language: str
    key = ""
    newest = 0

    async def connect(self) -> None:
        """Accept the socket of a member, and send the lines since the page was rendered."""
        self.language = language_of(self.scope)
        after = parse_qs(self.scope["query_string"].decode("latin1")).get("after", ["0"])[0]
        self.newest = number(after, 18, 0)
        slug = self.scope["url_route"]["kwargs"]["slug"]
        user_id = await self.sign_in()
        key = await _in_pool(club_of, slug, user_id) if user_id is not None else None
        await self.accept()
        if user_id is None or key is None:
            self.user_id = None
            await self.close(SIGNED_OUT if user_id is None else GONE)
            return
        self.key = key
        await self.channel_layer.group_add(broadcast.venue_group(key), self.channel_name)
        rooms.here.setdefault(key, set()).add(self)
        _poll.join(key, self)
        await self.catch_up(None)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Handle a message of the channel layer."""
        if message["type"] == "talk.line":
            await self._show(message["line"], message["id"])
        elif message["type"] in ("session.changed", "talk.left"):
            await self.check()
        elif message["type"] != "turns.changed":
            await super().dispatch(message)

    async def check(self) -> None:
        """Close the socket if the session has ended, or its user has left the club."""
        await super().check()
        if self.user_id is not None and self.user_id not in await _in_pool(
            members, self.key, [self.user_id]
        ):
            await self.close(GONE)

    def is_stale(self, fact: int | None) -> bool:
        """Return whether the page lacks a line."""
        return (fact or 0) > self.newest

    async def catch_up(self, fact: int | None) -> None:
        """Send the missing lines."""
        for line_id in await _in_pool(lines.since, self.key, self.newest):
            await self._show(line_id, f"line {line_id}")

    async def _show(self, line_id: int, message: str) -> None:
        found = await rooms.news(self.key, line_id, message, self.language)
        self.newest = max(self.newest, line_id)
        if found is None:
            return
        if self.user_id not in found.members:
            await self.check()
        elif self.user_id in found.hear:
            html = found.own if self.user_id == found.author else found.html
            with suppress(OSError, RuntimeError):  # the browser has just disconnected
                await self.send(text_data=html)

    async def disconnect(self, code: int) -> None:
        """Leave all groups."""
        await self.sign_off()
        if self.key:
            rooms.here.get(self.key, set()).discard(self)
            _poll.leave(self.key, self)
            group = broadcast.venue_group(self.key)
            await self.channel_layer.group_discard(group, self.channel_name)
