"""The open sockets of this process, by table. A move that is committed in this process reaches them
without a message through Redis.

Redis gets the message as well, for the other processes, and for these sockets if this fails.
"""

from __future__ import annotations

import asyncio
import logging
from threading import Lock
from typing import Protocol

from games.screens import languages
from games.tables.board import presenter
from games.tables.board.presenter import News

log = logging.getLogger(__name__)


class Watcher(Protocol):
    """An open socket of a table. `hand` may be called by any thread."""

    user_id: int | None
    language: str
    version: int
    """The version of the board that the page has."""

    def hand(self, news: News) -> None:
        """Send what the page lacks."""


_here: dict[str, set[Watcher]] = {}
_lock = Lock()


def join(table_id: str, watcher: Watcher) -> None:
    """Add a socket of a table."""
    with _lock:
        _here.setdefault(table_id, set()).add(watcher)


def leave(table_id: str, watcher: Watcher) -> None:
    """Remove a socket. One that is not there does no harm."""
    with _lock:
        watchers = _here.get(table_id, set())
        watchers.discard(watcher)
        if not watchers:
            _here.pop(table_id, None)


def show(table_id: str, version: int, mover: int | None) -> bool:
    """Send a new version of a table to every socket, the mover's last. Return whether all have
    it."""
    others, movers = _watchers(table_id, mover)
    return all([_shown(watcher, table_id, version) for watcher in (*others, *movers)])


async def show_in_loop(table_id: str, version: int, mover: int | None) -> bool:
    """Do as `show` in the event loop of the sockets: the others have theirs before that of the
    mover is made."""
    others, movers = _watchers(table_id, mover)
    shown = [_shown(watcher, table_id, version) for watcher in others]
    await asyncio.sleep(0)
    return all(shown + [_shown(watcher, table_id, version) for watcher in movers])


def _watchers(table_id: str, mover: int | None) -> tuple[list[Watcher], list[Watcher]]:
    with _lock:
        watchers = tuple(_here.get(table_id, ()))
    movers = [watcher for watcher in watchers if mover is not None and watcher.user_id == mover]
    return [watcher for watcher in watchers if watcher not in movers], movers


def _shown(watcher: Watcher, table_id: str, version: int) -> bool:
    try:
        with languages.speaking(watcher.language):
            watcher.hand(presenter.push(table_id, watcher.user_id, version, watcher.version))
    except Exception:
        log.exception("A screen of this process was not shown a move. A message will do it.")
        return False
    return True
