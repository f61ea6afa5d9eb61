"""The disk is full for a while: moves are refused in words, the site says why it is not ready, and
all goes on once there is room."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from contextlib import contextmanager

from tests.faults.test_killed import quick
from tests.kit.visitor import Visitor
from tests.kit.web import Web


@contextmanager
def no_room(pid: int) -> Iterator[None]:
    """To the process every file is as long as it may be, so each write fails."""
    soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))


def test_moves_are_refused_in_words_until_there_is_room(web: Web) -> None:
    """They were errors 500, and it was Redis that /readyz blamed."""
    table, *players = web.table()
    boards = [(player, player.looks(table)) for player in players]
    player, board = next((player, board) for player, board in boards if board.codes)
    code, monitor = quick(board.codes), Visitor(web.port, "monitor")
    assert monitor.get("/readyz").status == 200
    with no_room(web.pid):
        refused = player.acts(table, code, board.ply, htmx=False)
        assert refused.status == 503
        assert "nothing was played. Try again in a moment." in refused.body
        assert dict(refused.headers)["retry-after"]
        assert player.acts(table, code, board.ply).status == 503
        ready = monitor.get("/readyz")
        assert ready.status == 503
        assert ready.body.startswith("database cannot be written\nredis ok\n")
        assert player.looks(table).version == board.version  # pages are read as ever
    assert player.acts(table, code, board.ply).status == 200
    assert monitor.get("/readyz").status == 200
