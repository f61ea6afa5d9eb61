"""The site's ASGI application in an event loop of a test's own thread: requests and sockets as a web
server brings them, without one."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar
from urllib.parse import urlencode

import pytest
import uvloop
from asgiref.testing import ApplicationCommunicator
from channels.routing import URLRouter
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connections
from django.test import Client

from accounts import briefly
from accounts.models import User
from config.server.moves import Moves
from config.server.outermost import Edge
from config.server.wsgi import Django
from config.urls import websocket_urlpatterns
from games.tables.live import broadcast
from games.tables.services import loop_connections

T = TypeVar("T")
HOST = "localhost"


@dataclass(frozen=True)
class Answered:
    """An answer. `at_once`: whether no thread was asked."""

    status: int
    headers: dict[str, str]
    content: bytes
    at_once: bool


@dataclass
class Person:
    """Somebody with cookies, and the headers that their page sends."""

    cookies: dict[str, str]
    headers: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, user: User) -> Person:
        client = Client()
        client.force_login(user)
        cookies = {name: morsel.value for name, morsel in client.cookies.items()}
        return cls(cookies | {settings.CSRF_COOKIE_NAME: "t" * 32})

    def sends(self, **headers: str) -> dict[str, str]:
        """Return the headers of a form that htmx sends; those named "" are left out."""
        ours = {
            "Host": HOST,
            "Origin": f"http://{HOST}",
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            "HX-Request": "true",
            "X-CSRFToken": self.cookies.get(settings.CSRF_COOKIE_NAME, ""),
        }
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return {n: value for n, value in (ours | self.headers | named).items() if value}


class Loop:
    """The application, and what it was asked."""

    def __init__(self) -> None:
        self.loop = uvloop.new_event_loop()
        self.django = Django(WSGIHandler(), 1)
        self.app = Edge(Moves(self.django))
        broadcast.send_from(self.loop)

    def run(self, what: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(what)

    def posts(self, who: Person, path: str, fields: Any, **headers: str) -> Answered:
        return self.run(self.post(who, path, fields, **headers))

    async def post(self, who: Person, path: str, fields: Any, **headers: str) -> Answered:
        """Send a form, or bytes."""
        body = fields if isinstance(fields, bytes) else urlencode(fields, doseq=True).encode()
        lines = [(n.lower().encode(), v.encode()) for n, v in who.sends(**headers).items()]
        path, _, query = path.partition("?")
        scope = {
            "type": "http",
            "method": "POST",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": query.encode(),
            "http_version": "1.1",
            "scheme": "http",
            "server": (HOST, 80),
            "client": ("127.0.0.1", 1),
            "headers": [*lines, (b"content-length", str(len(body)).encode())],
        }
        events: list[Any] = [{"type": "http.request", "body": body, "more_body": False}]
        sent: list[Any] = []
        asked = self.django.asked = getattr(self.django, "asked", 0)  # type: ignore[attr-defined]

        async def receive() -> Any:
            return events.pop(0)

        async def send(event: Any) -> None:
            sent.append(event)

        await self.app(scope, receive, send)
        headers_of = {n.decode(): v.decode() for n, v in sent[0]["headers"]}
        at_once = self.django.asked == asked  # type: ignore[attr-defined]
        return Answered(sent[0]["status"], headers_of, sent[1]["body"], at_once)

    async def listens(
        self, who: Person, table_id: str, version: int = -1
    ) -> ApplicationCommunicator:
        scope = {
            "type": "websocket",
            "path": f"/ws/t/{table_id}/",
            "query_string": f"version={version}".encode(),
            "headers": [(b"cookie", who.sends()["Cookie"].encode())],
        }
        socket = ApplicationCommunicator(URLRouter(websocket_urlpatterns), scope)
        await socket.send_input({"type": "websocket.connect"})
        assert (await socket.receive_output(timeout=30))["type"] == "websocket.accept"
        return socket

    async def end(self) -> None:
        await loop_connections.here().close()
        await briefly.client_in_loop().aclose()
        await asyncio.sleep(0)


@contextmanager
def running() -> Iterator[Loop]:
    one = Loop()
    answer = one.django.answer

    async def counted(scope: Any, body: bytes) -> Any:
        one.django.asked += 1  # type: ignore[attr-defined]
        return await answer(scope, body)

    one.django.answer = counted  # type: ignore[method-assign]
    try:
        yield one
    finally:
        one.run(one.end())
        one.django.pool.submit(connections.close_all).result()
        one.django.pool.shutdown()
        one.loop.close()
        broadcast._senders.clear()


@pytest.fixture
def loop(transactional_db: None) -> Iterator[Loop]:
    """Run the application on the tables of a test, which every thread sees."""
    with running() as one:
        yield one
