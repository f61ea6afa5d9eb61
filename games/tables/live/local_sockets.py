"""The sockets of this process, by table: what happens here reaches them without the way through
Redis and back.

That way is taken as well, for the other processes and in case this one fails; whoever has the board
already ignores the ring.
"""

from __future__ import annotations

import logging
from threading import Lock
from typing import Any, Protocol

from games.tables.board import presenter

log = logging.getLogger(__name__)


class Watcher(Protocol):
    """An open socket. `hand` may be called by any thread."""

    user_id: int | None

    def hand(self, version: int, html: str) -> None: ...


_here: dict[str, set[Watcher]] = {}
_lock = Lock()


def join(table_id: str, watcher: Watcher) -> None:
    with _lock:
        _here.setdefault(table_id, set()).add(watcher)


def leave(table_id: str, watcher: Watcher) -> None:
    with _lock:
        watchers = _here.get(table_id, set())
        watchers.discard(watcher)
        if not watchers:
            _here.pop(table_id, None)


def tell(snapshot: Any, mover: int | None) -> None:
    """Hand a committed table to everybody but the mover, who is answered next: the others have
    waited longer."""
    with _lock:
        watchers = tuple(_here.get(snapshot.id, ()))
    for watcher in watchers:
        if watcher.user_id is None or watcher.user_id != mover:
            try:
                watcher.hand(snapshot.version, presenter.board(snapshot, watcher.user_id))
            except Exception:
                log.exception("A screen was not told of a move. The ring will.")
