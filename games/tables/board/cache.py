"""A cache of rendered boards, so that each is rendered once for all who may see it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any

KEPT = 2000  # the number of boards in memory


class Rendered:
    """Rendered boards by key. Each is kept with the players that it shows, so that a changed name
    is rendered anew. Safe for threads."""

    def __init__(self) -> None:
        self.boards: OrderedDict[Hashable, tuple[Any, Any]] = OrderedDict()
        self.lock = Lock()
        self.turns = tuple(Lock() for _ in range(64))

    def turn(self, key: Hashable) -> Lock:
        """Return the lock that a thread holds while it renders the board of this key. Several keys
        share a lock."""
        return self.turns[hash(key) % len(self.turns)]

    def get(self, key: Hashable, players: Any) -> Any:
        """Return the board of this key if it shows these players; None otherwise."""
        with self.lock:
            found, board = self.boards.get(key, (None, None))
        return board if found == players else None

    def put(self, key: Hashable, players: Any, board: Any) -> None:
        """Keep a board, in place of the oldest one if there are too many."""
        with self.lock:
            self.boards[key] = (players, board)
            while len(self.boards) > KEPT:
                self.boards.popitem(last=False)
