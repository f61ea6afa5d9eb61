"""The bell: tells watchers that a table changed, and nothing else. No card passes through Redis.

A ring may be lost, doubled or late without harm, so nobody waits for it and its failure does not break a move.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Coroutine, Iterable
from concurrent.futures import Future
from threading import Lock, Thread
from typing import Any

from channels.layers import get_channel_layer

log = logging.getLogger(__name__)

LOBBY = "lobby"

_lock = Lock()
_loops: dict[int, asyncio.AbstractEventLoop] = {}  # by process, since a loop does not survive a fork


def group(table_id: str) -> str:
    return f"table.{table_id}"


def ring(table_id: str, version: int) -> None:
    """Tell everybody at the table that it is at this version."""
    _send(group(table_id), {"type": "table.changed", "table": table_id, "version": version})


def user_group(user_id: int) -> str:
    return f"user.{user_id}"


def ring_users(user_ids: Iterable[int]) -> None:
    """Tell these people, wherever on the site they are, that another table may wait for them, or one less."""
    for user_id in user_ids:
        _send(user_group(user_id), {"type": "turns.changed"})


def ring_lobby() -> None:
    """Tell everybody in the lobby that the open tables changed."""
    _send(LOBBY, {"type": "lobby.changed"})


def _send(to: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    if layer is not None:
        future = asyncio.run_coroutine_threadsafe(_quietly(layer.group_send(to, message)), _loop())
        future.add_done_callback(_report)


async def _quietly(sending: Coroutine[Any, Any, None]) -> None:
    async with asyncio.timeout(5):
        await sending


def _report(future: Future[None]) -> None:
    if not future.cancelled() and (error := future.exception()):
        log.warning("A ring was lost (%s). Screens catch up by themselves.", type(error).__name__)


def _loop() -> asyncio.AbstractEventLoop:
    """One event loop in a thread of its own for each process: a tenth of what a new loop for each ring costs."""
    loop = _loops.get(os.getpid())
    if loop is None:
        with _lock:
            loop = _loops.get(os.getpid())
            if loop is None:
                loop = _loops[os.getpid()] = asyncio.new_event_loop()
                Thread(target=loop.run_forever, name="bell", daemon=True).start()
    return loop
