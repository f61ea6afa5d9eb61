"""Redis goes away in the middle of a game: the game goes on, and pushes come again by themselves
when it is back."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faults.test_killed import log, quick
from tests.kit.servers import Valkey
from tests.kit.visitor import Board, Visitor
from tests.kit.web import Web, running


@dataclass
class Fragile:
    web: Web
    redis: Valkey


@pytest.fixture
def fragile(tmp_path: Path) -> Iterator[Fragile]:
    """Return a web process with a Redis of its own, and with rate limits, which count in it."""
    folder = tmp_path / "valkey"
    redis = Valkey(folder, folder / "socket")
    redis.start()
    with running(tmp_path / "web", REDIS_URL=f"unix://{redis.socket}", RATE_LIMITS="on") as web:
        yield Fragile(web, redis)
    redis.stop()


def moves(table: str, ann: Visitor, ben: Visitor) -> Board:
    """Let the visitor who is to move do so, and return the new board."""
    mover, board = next(
        (player, board) for player in (ann, ben) if (board := player.looks(table)).codes
    )
    answer = mover.acts(table, quick(board.codes), board.ply)
    assert answer.status == 200
    return answer.board


def test_redis_restarts_in_mid_game(fragile: Fragile) -> None:
    table, ann, ben = fragile.web.table()
    cal = fragile.web.visitor("cal")
    with ann.listens(table) as anns, ben.listens(table) as bens, cal.listens(table) as cals:
        sockets = (anns, bens, cals)
        board = moves(table, ann, ben)
        for socket in sockets:
            assert socket.hears_of(board.version).ply == board.ply

        fragile.redis.stop()
        for _ in range(5):
            board = moves(table, ann, ben)
        for visitor in (ann, ben, cal):
            assert visitor.looks(table).version == board.version
            assert visitor.get("/").status == 200
        # those that need no message, and the mover's other screens, which ask the database
        for socket in sockets:
            assert socket.hears_of(board.version).ply == board.ply

        fragile.redis.start()
        # whose message may be lost until the web process is connected again
        board = moves(table, ann, ben)
        for socket in sockets:
            assert socket.hears_of(board.version).ply == board.ply
    assert len(log(fragile.web, table)) == board.ply
    fragile.web.manage("replay_all")


def test_people_come_in_while_redis_is_away(fragile: Fragile) -> None:
    """Signing up, opening a table and sitting down need no Redis, nor does a screen: it asks the
    database."""
    fragile.redis.stop()
    table, ann, ben = fragile.web.table()
    board = moves(table, ann, ben)
    assert ben.get(f"/t/{table}/?version={board.version}", htmx=True).status == 204
    with ben.listens(table) as bens, ann.listens(table) as anns:
        assert bens.hears_of(board.version).ply == board.ply
        board = moves(table, ann, ben)
        fragile.redis.start()
        for socket in (anns, bens):
            assert socket.hears_of(board.version).ply == board.ply


def test_nobody_waits_for_a_redis_that_hangs(fragile: Fragile) -> None:
    """A stopped process takes connections and answers nothing. Whatever a request asks of Redis
    costs it half a second at most, and the ones after it nothing; sockets open, games against bots
    begin, and when it goes on all is as before."""
    table, ann, ben = fragile.web.table()
    cal = fragile.web.visitor("cal").enters()
    assert fragile.redis.process
    with ben.listens(table) as bens:
        moves(table, ann, ben)
        fragile.redis.process.send_signal(signal.SIGSTOP)
        try:
            began = time.monotonic()
            for _ in range(10):
                board = moves(table, ann, ben)
            for _ in range(3):
                against = cal.post("/tables/now/", game="lost_cities").location.split("/")[2]
                # until it is the bot's turn, who has to be asked
                while (last := cal.looks(against)).codes:
                    assert cal.acts(against, quick(last.codes), last.ply).status == 200
                cal.post(f"/t/{against}/abort/")
            assert fragile.web.visitor("dee").enters().get("/").status == 200
            with cal.listens(table) as cals:
                assert cals.hears_of(board.version).ply == board.ply
            assert bens.hears_of(board.version).ply == board.ply
            # some sixty requests; when each waited for Redis, even briefly, they took minutes
            assert time.monotonic() - began < 40
        finally:
            fragile.redis.process.send_signal(signal.SIGCONT)
        board = moves(table, ann, ben)
        assert bens.hears_of(board.version).ply == board.ply
