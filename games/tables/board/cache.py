"""A memory of boards by their regions, so that a page can be told what has changed since."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from threading import Lock
from typing import Any

from games.screens.regions import Board

KEPT = 2000  # the number of boards in memory


class Boards:
    """Boards by key. Each is kept with the players that it shows, so that a changed name is made
    anew. Safe for threads."""

    def __init__(self) -> None:
        self.boards: OrderedDict[Hashable, tuple[Any, Board]] = OrderedDict()
        self.lock = Lock()

    def get(self, key: Hashable, players: Any) -> Board | None:
        """Return the board of this key if it shows these players; None otherwise."""
        with self.lock:
            found = self.boards.get(key)
        return found[1] if found and found[0] == players else None

    def put(self, key: Hashable, players: Any, board: Board) -> None:
        """Keep a board, in place of the oldest one if there are too many."""
        with self.lock:
            self.boards[key] = (players, board)
            while len(self.boards) > KEPT:
                self.boards.popitem(last=False)
