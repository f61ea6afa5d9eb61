"""Messages between processes: they tell spectators and players that a table has changed, and
nothing else. No card passes through Redis. Those of tables go on one plain channel
(table_changes.py), the few others on the channel layer.

A message may be lost, doubled or late without harm. Nobody waits for it, and its failure does not
break a move.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import deque
from collections.abc import Iterable, Mapping
from threading import Lock, Thread
from typing import Any
from uuid import uuid4

from channels.layers import get_channel_layer

from accounts import quick_redis
from games.tables.live import loop_calls, table_changes
from games.tables.live.table_changes import Change

log = logging.getLogger(__name__)

LOBBY = "lobby"
CHANGED = "table.changed"

_lock = Lock()
_senders: dict[int, _Sender] = {}  # by process id, since a fork does not copy threads


def send_from(loop: asyncio.AbstractEventLoop) -> None:
    """Send the messages of this process from this loop from now on: a web server's own loop is
    awake anyway when a move is answered."""
    with _lock:
        _senders[os.getpid()] = _Sender(loop)


def group(table_id: str) -> str:
    """Return the name of the channel group of a table."""
    return f"table.{table_id}"


def notify_table(table_id: str, version: int, *, passed: bool = False, shown: bool = False) -> None:
    """Tell every socket of the table that it is at this version, and whether other seats have to
    act now. `shown`: whether the boards of this process have it already."""
    message = {"type": CHANGED, "table": table_id, "version": version, "passed": passed}
    _send(group(table_id), message | {"shown_by": _sender().id} if shown else message)


def is_shown(message: Mapping[str, Any]) -> bool:
    """Tell whether the boards of this process have the version that a message tells of."""
    return message.get("shown_by") == _sender().id


def notify_talk(table_id: str, room: str) -> None:
    """Tell every socket of the table that a line was added to or removed from a room. They fetch
    it."""
    _send(group(table_id), {"type": "talk.said", "room": room})


def venue_group(key: str) -> str:
    """Return the name of the channel group of a place of talk that is no table."""
    return f"venue.{key}"


def notify_venue(key: str, line_id: int | None = None) -> None:
    """Tell every socket of a place of talk that a line was added or changed, or else to check who
    reads it. Those of one process share what they fetch for a message, by its id."""
    said = {"type": "talk.line", "line": line_id, "id": uuid4().hex}
    _send(venue_group(key), {"type": "talk.left"} if line_id is None else said)


def user_group(user_id: int) -> str:
    """Return the name of the channel group of a user."""
    return f"user.{user_id}"


def notify_users(user_ids: Iterable[int]) -> None:
    """Tell every socket of these users that their running tables have changed."""
    for user_id in user_ids:
        _send(user_group(user_id), {"type": "turns.changed"})


def notify_sessions(user_id: int) -> None:
    """Tell every socket of this user to check its session."""
    _send(user_group(user_id), {"type": "session.changed"})


def notify_lobby() -> None:
    """Tell every socket of the lobby that the open tables have changed."""
    _send(LOBBY, {"type": "lobby.changed"})


class _Sender:
    """An event loop that sends messages: that of the web server, or else one in a thread of its
    own. It is woken only if it sleeps, so many messages cost little more than one."""

    def __init__(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        self.id = uuid4().hex  # of this process
        self.due: deque[tuple[str, dict[str, Any]]] = deque()
        self.awake = False
        self.sending: asyncio.Task[None] | None = None  # asyncio keeps weak references only
        self.lost = False
        self.loop = loop or asyncio.new_event_loop()
        self.inbox = loop_calls.of(self.loop)
        if loop is None:
            Thread(target=self.loop.run_forever, name="broadcast", daemon=True).start()

    def send(self, to: str, message: dict[str, Any]) -> None:
        """Queue a message for a group, and wake the thread if it sleeps. The sockets of this
        process need no message to hear of a table."""
        if message["type"] == CHANGED:
            table_changes.tell(_change(message))
        self.due.append((to, message))
        if not self.awake:
            self.awake = True
            self.inbox.put(self._wake)

    def _wake(self) -> None:
        self.sending = self.loop.create_task(self._send_due())

    async def _send_due(self) -> None:
        layer: Any = get_channel_layer()
        while self.due:
            try:
                async with asyncio.timeout(5):
                    while self.due:
                        to, message = self.due.popleft()
                        if message["type"] == CHANGED:
                            change = table_changes.written(_change(message), self.id)
                            client = quick_redis.client_in_loop(single=True)
                            await client.publish(table_changes.channel(), change)
                        else:
                            await layer.group_send(to, message)
                        self.lost = False
            except Exception as error:
                self.due.clear()
                if not self.lost:
                    log.warning(
                        "Redis takes no messages (%s). Boards follow within five seconds.",
                        type(error).__name__,
                    )
                self.lost = True
            finally:
                # From here on `send` wakes this thread again, even for a message that it still
                # sees by itself.
                self.awake = False


def _change(message: dict[str, Any]) -> Change:
    shown = is_shown(message)
    return Change(message["table"], message["version"], message["passed"], shown)


def _send(to: str, message: dict[str, Any]) -> None:
    if get_channel_layer() is not None:
        _sender().send(to, message)


def _sender() -> _Sender:
    sender = _senders.get(os.getpid())
    if sender is None:
        with _lock:
            sender = _senders.get(os.getpid())
            if sender is None:
                sender = _senders[os.getpid()] = _Sender()
    return sender
