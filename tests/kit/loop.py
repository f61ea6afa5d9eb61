"""The site's ASGI application in an event loop of a test's own thread: requests and sockets as a
web server brings them, without one."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from datetime import date
from threading import Barrier
from typing import Any, TypeVar
from urllib.parse import urlencode

import pytest
import uvloop
from asgiref.testing import ApplicationCommunicator
from channels.layers import get_channel_layer
from channels.routing import URLRouter
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connections
from django.test import Client

from accounts import quick_redis
from accounts.models import Device, User
from accounts.sessions import DEVICE
from config.server.moves import Moves
from config.server.site_headers import SiteHeaders
from config.server.wsgi import Django
from config.urls import websocket_urlpatterns
from games.tables.live import broadcast, consumers, polling
from games.tables.services import loop_connections
from tests.kit import left_open

T = TypeVar("T")
HOST = "localhost"


ALERT = re.compile(r'role="alert".*?<p class="do">(.*?)</p>', re.DOTALL)


@dataclass(frozen=True)
class Answered:
    """An answer. `at_once`: whether Django was not asked."""

    status: int
    headers: dict[str, str]
    content: bytes
    at_once: bool

    @property
    def text(self) -> str:
        zipped = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.content) if zipped else self.content).decode()

    @property
    def alert(self) -> str | None:
        found = ALERT.search(self.text)
        return found[1] if found else None


class Counting(uvloop.Loop):
    """A loop that counts how often it gives work to a thread, or a thread to it."""

    hand_overs = 0

    def call_soon_threadsafe(self, *args: Any, **options: Any) -> Any:  # type: ignore[override]
        self.hand_overs += 1
        return super().call_soon_threadsafe(*args, **options)

    def run_in_executor(self, *args: Any) -> Any:  # type: ignore[override]
        self.hand_overs += 1
        return super().run_in_executor(*args)


@dataclass
class Person:
    """Somebody with cookies, and the headers that their page sends."""

    cookies: dict[str, str]
    headers: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, user: User) -> Person:
        client = Client()
        client.force_login(user)
        session, day = client.session, date(2026, 3, 1)
        session[DEVICE] = f"of {user.pk}"
        session.save()
        client.cookies[settings.SESSION_COOKIE_NAME] = str(session.session_key)
        facts = {"user": user, "first_seen": day, "last_seen": day}
        Device.objects.get_or_create(key=session[DEVICE], defaults=facts)
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


class _Django(Django):
    """Django, which counts how often it is asked."""

    asked = 0

    async def answer(self, scope: Any, body: bytes) -> Any:
        self.asked += 1
        return await super().answer(scope, body)


class Loop:
    """The application, and Django alone, in a loop of their own."""

    def __init__(self) -> None:
        self.loop = Counting()
        self.django = _Django(WSGIHandler(), 1)
        self.moves = Moves(self.django)
        self.app = SiteHeaders(self.moves)
        left_open.end_sender()
        broadcast.send_from(self.loop)

    def run(self, what: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(what)

    def posts(self, who: Person, path: str, fields: Any, **headers: str) -> Answered:
        return self.run(self.post(who, path, fields, **headers))

    def asks_django(self, who: Person, path: str, fields: Any, **headers: str) -> Answered:
        return self.run(self.post(who, path, fields, app=SiteHeaders(self.django), **headers))

    async def post(
        self, who: Person, path: str, fields: Any, app: Any = None, **headers: str
    ) -> Answered:
        """Send a form, or bytes."""
        body = fields if isinstance(fields, bytes) else urlencode(fields, doseq=True).encode()
        lines = [(n.lower().encode(), v.encode()) for n, v in who.sends(**headers).items()]
        path, _, query = path.partition("?")
        scope = {
            **{"type": "http", "method": "POST", "path": path, "raw_path": path.encode()},
            **{"root_path": "", "query_string": query.encode(), "http_version": "1.1"},
            **{"scheme": "http", "server": (HOST, 80), "client": ("127.0.0.1", 1)},
            "headers": [*lines, (b"content-length", str(len(body)).encode())],
        }
        events: list[Any] = [{"type": "http.request", "body": body, "more_body": False}]
        sent: list[Any] = []
        asked = self.django.asked

        async def receive() -> Any:
            return events.pop(0)

        async def send(event: Any) -> None:
            sent.append(event)

        await (app or self.app)(scope, receive, send)
        headers_of = {n.decode(): v.decode() for n, v in sent[0]["headers"]}
        at_once = self.django.asked == asked
        return Answered(sent[0]["status"], headers_of, sent[1]["body"], at_once)

    @asynccontextmanager
    async def screen(self, who: Person, table_id: str, version: int) -> AsyncIterator[Any]:
        """Open a socket of a table, and close it."""
        scope = {
            "type": "websocket",
            "path": f"/ws/t/{table_id}/",
            "query_string": f"version={version}".encode(),
            "headers": [(b"cookie", who.sends()["Cookie"].encode())],
        }
        routes: Any = websocket_urlpatterns
        communicator: Any = ApplicationCommunicator
        socket = communicator(URLRouter(routes), scope)
        await socket.send_input({"type": "websocket.connect"})
        assert (await socket.receive_output(timeout=30))["type"] == "websocket.accept"
        try:
            yield socket
        finally:
            await socket.send_input({"type": "websocket.disconnect", "code": 1000})
            await socket.wait(timeout=30)

    async def sent(self) -> None:
        """Wait for the messages that are on their way, for which no answer waits."""
        if (sending := broadcast._sender().sending) is not None:
            await sending

    async def end(self) -> None:
        """Wait for what is on its way, and close what the loop has opened."""
        await self.sent()
        layer: Any = get_channel_layer()
        await layer.flush()
        await loop_connections.here().close()
        await quick_redis.close_in_loop()
        await asyncio.sleep(0)


def close_connections(pool: ThreadPoolExecutor) -> None:
    """Close the connection of every thread of a pool, so that the tables can be dropped."""
    all_are_there = Barrier(pool._max_workers)

    def close() -> None:
        all_are_there.wait()
        connections.close_all()

    for done in [pool.submit(close) for _ in range(pool._max_workers)]:
        done.result()


@contextmanager
def running() -> Iterator[Loop]:
    one = Loop()
    try:
        yield one
    finally:
        one.run(one.end())
        for pool in (one.django.pool, consumers._pool, polling._pool):
            close_connections(pool)
        one.django.pool.shutdown()
        one.loop.close()
        broadcast._senders.clear()


@pytest.fixture
def loop(transactional_db: None) -> Iterator[Loop]:
    """Run the application on the tables of a test, which every thread sees."""
    with running() as one:
        yield one
