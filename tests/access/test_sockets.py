"""Every socket of the site, opened by every role: it says something, stays open and silent, or is
closed with a code."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import asyncio
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from channels.routing import URLRouter
from django.db import connections
from django.utils import timezone

from config.urls import websocket_urlpatterns
from games.community.clubs import consumers as clubs
from games.lobby import consumers as lobby
from games.notices import consumers as turns
from games.tables.live import consumers as tables
from games.tables.live import polling
from games.tables.state import snapshot_cache
from tests.access.roles import ROLES, Row, shape
from tests.access.world import World, make

pytestmark = pytest.mark.django_db(transaction=True)
# "says" comes with a board or a list, "silent" stays open, a number is the code of the closing.
IN_CLUB = "seated,opponent=silent anonymous,suspended=4401"
SOCKETS = (
    Row("open", "ws/t/{open}/", "says", ""),
    Row("running", "ws/t/{running}/", "says", ""),
    Row("private", "ws/t/{private}/", "says", ""),
    Row("ended", "ws/t/{ended}/", "says", ""),
    Row("sealed", "ws/t/{sealed}/", "4404 seated,opponent=says", ""),
    Row("nothing", "ws/t/{nothing}/", "4404", ""),
    Row("turns", "ws/turns/", "says anonymous,suspended=4401", ""),
    Row("lobby", "ws/lobby/", "says", ""),
    Row("club", "ws/clubs/{club}/talk/", f"4404 {IN_CLUB}", ""),
    Row("secret", "ws/clubs/{secret}/talk/", f"4404 {IN_CLUB}", ""),
)


@pytest.fixture
def world(db: Any) -> Iterator[World]:
    yield make(timezone.now())
    snapshot_cache.forget()
    for pool in (tables._pool, turns._pool, lobby._pool, clubs._pool, polling._pool):
        for _ in range(8):
            pool.submit(connections.close_all).result()


async def opens(world: World, role: str, path: str) -> tuple[str, str]:
    """Return the outcome of opening a socket, and the first text that comes."""
    cookies = "; ".join(f"{name}={value}" for name, value in world.cookies[role].items())
    scope = {
        "type": "websocket",
        "path": "/" + path.format(**world.words),
        "query_string": b"",
        "headers": [(b"cookie", cookies.encode())],
        "subprotocols": [],
    }
    socket = ApplicationCommunicator(URLRouter(websocket_urlpatterns), scope)
    await socket.send_input({"type": "websocket.connect"})
    outcome, text = "silent", ""
    with suppress(asyncio.TimeoutError, asyncio.CancelledError):
        came = await socket.receive_output(timeout=20)
        if came["type"] == "websocket.accept":
            came = await socket.receive_output(timeout=1)
        outcome = "says" if came["type"] == "websocket.send" else str(came.get("code"))
        text = str(came.get("text", ""))
    with suppress(Exception, asyncio.CancelledError):  # one that was silent was ended by waiting
        await socket.send_input({"type": "websocket.disconnect", "code": 1001})
        await socket.wait(timeout=5)
    return outcome, text


def test_each_role_gets_what_the_table_says(world: World) -> None:
    async def scene() -> list[str]:
        wrong = []
        for row in SOCKETS:
            for role, expected in row.expected("GET").items():
                found, text = await opens(world, role, row.path)
                if found != expected:
                    wrong.append(f"{row.path} {role}: {found}, not {expected}")
                if 'name="code"' in text and role != "seated":
                    wrong.append(f"{row.path} {role}: may move")
                seat = re.search(r'data-seat="(\d*)"', text)
                if seat and seat[1] and role not in ("seated", "opponent"):
                    wrong.append(f"{row.path} {role}: sees a seat")
        return wrong

    wrong = async_to_sync(scene)()
    assert not wrong, "\n".join(wrong)


def test_every_socket_is_in_the_table() -> None:
    there = {shape(re.sub(r"<(?:\w+:)?", "<", str(one.pattern))) for one in websocket_urlpatterns}
    assert there == {shape(row.path) for row in SOCKETS}


def test_the_roles_are_those_of_the_table() -> None:
    assert set(ROLES) >= {role for row in SOCKETS for role in row.expected("GET")}
