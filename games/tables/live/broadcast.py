"""The bell: tells watchers that a table changed, and nothing else. No card passes through Redis.

A ring may be lost, doubled or late without harm, so nobody waits for it and its failure does not
break a move.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import deque
from collections.abc import Iterable
from threading import Lock, Thread
from typing import Any

from channels.layers import get_channel_layer

log = logging.getLogger(__name__)

LOBBY = "lobby"

_lock = Lock()
_senders: dict[int, _Sender] = {}  # by process, since a thread does not survive a fork


def group(table_id: str) -> str:
    return f"table.{table_id}"


def ring(table_id: str, version: int, *, passed: bool = False) -> None:
    """Tell everybody at the table that it is at this version, and whether others have to act
    now."""
    _send(
        group(table_id),
        {"type": "table.changed", "table": table_id, "version": version, "passed": passed},
    )


def user_group(user_id: int) -> str:
    return f"user.{user_id}"


def ring_users(user_ids: Iterable[int]) -> None:
    """Tell these people, wherever on the site they are, that they have another running table, or
    one less."""
    for user_id in user_ids:
        _send(user_group(user_id), {"type": "turns.changed"})


def ring_sessions(user_id: int) -> None:
    """Tell every open socket of this user to look again whether its session is good."""
    _send(user_group(user_id), {"type": "session.changed"})


def ring_lobby() -> None:
    """Tell everybody in the lobby that the open tables changed."""
    _send(LOBBY, {"type": "lobby.changed"})


class _Sender:
    """A thread that rings, with an event loop of its own. It is woken only when it sleeps, so many
    rings cost little more than one."""

    def __init__(self) -> None:
        self.due: deque[tuple[str, dict[str, Any]]] = deque()
        self.awake = False
        self.loop = asyncio.new_event_loop()
        self.sending: asyncio.Task[None] | None = None  # asyncio holds tasks weakly
        self.lost = False
        Thread(target=self.loop.run_forever, name="broadcast", daemon=True).start()

    def send(self, to: str, message: dict[str, Any]) -> None:
        self.due.append((to, message))
        if not self.awake:
            self.awake = True
            self.loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        self.sending = self.loop.create_task(self._send_due())

    async def _send_due(self) -> None:
        layer: Any = get_channel_layer()
        while self.due:
            try:
                async with asyncio.timeout(5):
                    while self.due:
                        await layer.group_send(*self.due.popleft())
                        self.lost = False
            except Exception as error:
                self.due.clear()
                if not self.lost:
                    log.warning(
                        "Rings are lost (%s). Screens catch up by themselves.", type(error).__name__
                    )
                self.lost = True
            finally:
                # whoever rings from here on wakes it again, though it may still see that ring
                # itself
                self.awake = False


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
