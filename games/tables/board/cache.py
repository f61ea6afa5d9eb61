"""Boards that stay in memory, so that each is rendered once for all who may see it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any

KEPT = 2000  # boards


class Rendered:
    """Boards by (table, version, viewer). Each belongs to the players as they were called then, so
    a renamed one shows up."""

    def __init__(self) -> None:
        self.boards: OrderedDict[Hashable, tuple[Any, str]] = OrderedDict()
        self.lock = Lock()
        self.turns = tuple(Lock() for _ in range(64))

    def turn(self, key: Hashable) -> Lock:
        """Whoever renders for this key holds it; a few keys share one, which does no harm."""
        return self.turns[hash(key) % len(self.turns)]

    def get(self, key: Hashable, players: Any) -> str | None:
        with self.lock:
            found, html = self.boards.get(key, (None, None))
        return html if found == players else None

    def put(self, key: Hashable, players: Any, html: str) -> None:
        with self.lock:
            self.boards[key] = (players, html)
            while len(self.boards) > KEPT:
                self.boards.popitem(last=False)
