"""The bots' workers are killed, and Redis forgets everything, in mid-game: the game goes on all the
same.

On the site that the browser tests share, since it runs workers and a scheduler as in earnest.
"""

from __future__ import annotations

import os
import signal
from contextlib import closing

import pytest
import redis

from config.environment import embedded_redis_socket
from tests.kit.servers import Site, children, wait_until
from tests.kit.visitor import Board, Visitor


def kills_the_bots(site: Site) -> None:
    """Kill the worker with all its processes: what they had been told is lost."""
    assert site.process
    os.killpg(children(site.process.pid)["bots"], signal.SIGKILL)


def forgets(site: Site) -> None:
    with closing(redis.Redis(unix_socket_path=str(embedded_redis_socket(site.data)))) as client:
        client.flushall()


@pytest.fixture
def guest(live_site: Site) -> Visitor:
    """Let the bots take their pause, so that there is a moment in which their workers have been
    told, and have not acted."""
    return Visitor(live_site.port, "ann")


def moves(guest: Visitor, table: str) -> Board:
    """Play the guest's whole turn: it is the bot's turn then."""
    board = guest.looks(table)
    while board.codes:
        code = "draw stock" if "draw stock" in board.codes else board.codes[-1]
        board = guest.acts(table, code, board.ply).board
    return board


def test_no_table_hangs(guest: Visitor, live_site: Site) -> None:
    answer = guest.post("/tables/now/", game="lost_cities")
    table = answer.location.split("/")[2]

    def answered() -> bool:
        return bool(guest.looks(table).codes)

    wait_until(answered, "the game begins")
    board = moves(guest, table)
    kills_the_bots(live_site)  # it had been told, and waited
    wait_until(answered, "the bot has acted though its worker was killed")
    assert guest.looks(table).ply == board.ply + 2

    kills_the_bots(live_site)
    board = moves(guest, table)
    forgets(live_site)  # nobody has been told
    wait_until(answered, "the bot has acted though Redis has forgotten")
    assert guest.looks(table).ply == board.ply + 2
    guest.post(f"/t/{table}/resign/")
    assert guest.looks(table).data["places"] == "2 1"
