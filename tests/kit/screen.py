"""A browser's socket, connected to its consumer without a server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Self

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from channels.routing import URLRouter
from django.test import Client

from games.community.clubs import consumers as clubs
from games.lobby import consumers as lobby
from games.notices import consumers as notices
from games.tables.live import consumers as tables
from games.tables.live import polling
from tests.kit.loop import close_connections

PATIENCE = 20  # seconds


class Screen:
    """A socket at a path of these routes with the cookies of `browser`, open in `async with`."""

    def __init__(
        self,
        routes: Any,
        path: str,
        browser: Client | None = None,
        *,
        query: str = "",
        language: str = "",
    ) -> None:
        cookies = browser.cookies.items() if browser else ()
        cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in cookies)
        headers = [(b"cookie", cookie.encode()), (b"accept-language", language.encode())]
        scope = {
            "type": "websocket",
            "path": path,
            "query_string": query.encode(),
            "headers": [header for header in headers if header[1]],
            "subprotocols": [],
        }
        communicator: Any = ApplicationCommunicator  # has no types
        self.socket: Any = communicator(URLRouter(routes), scope)

    async def __aenter__(self) -> Self:
        await self.socket.send_input({"type": "websocket.connect"})
        assert (await self.hears())["type"] == "websocket.accept"
        return self

    async def __aexit__(self, *error: Any) -> None:
        await self.socket.send_input({"type": "websocket.disconnect", "code": 1001})
        await self.socket.wait(timeout=5)

    async def hears(self) -> dict[str, Any]:
        """Return the next event."""
        return dict(await self.socket.receive_output(timeout=PATIENCE))

    async def sees(self) -> str:
        """Return the next message."""
        return str((await self.hears())["text"])

    async def sees_nothing(self, seconds: float = 0.3) -> bool:
        """Return whether no message comes in this time."""
        return bool(await self.socket.receive_nothing(timeout=seconds))

    async def closes(self) -> int:
        """Return the code with which the site closes the socket."""
        return int((await self.hears())["code"])

    async def says(self, text: str) -> None:
        """Send a message."""
        await self.socket.send_input({"type": "websocket.receive", "text": text})


@pytest.fixture(autouse=True)
def no_connection_left() -> Iterator[None]:
    """Close the connections of the sockets' pools, so that PostgreSQL can drop the database. A
    module with sockets imports this."""
    yield
    for pool in (clubs._pool, lobby._pool, notices._pool, polling._pool, tables._pool):
        close_connections(pool)


def play(scene: Callable[[], Any]) -> None:
    """Run a coroutine function with sockets."""
    async_to_sync(scene)()
