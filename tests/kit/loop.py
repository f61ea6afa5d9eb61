"""The site's ASGI application in an event loop in the test's thread, without a web server."""

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
class Answer:
    """An answer. `at_once`: without a call of Django."""

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


class CountingLoop(uvloop.Loop):
    """A loop that counts the calls from and to threads."""

    hand_overs = 0

    def call_soon_threadsafe(self, *args: Any, **options: Any) -> Any:  # type: ignore[override]
        self.hand_overs += 1
        return super().call_soon_threadsafe(*args, **options)

    def run_in_executor(self, *args: Any) -> Any:  # type: ignore[override]
        self.hand_overs += 1
        return super().run_in_executor(*args)


@dataclass
class Person:
    """Somebody with cookies, and the headers of their page."""

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
        """Return the headers of a form that htmx sends, without empty ones."""
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
    """Django with a count of its requests."""

    requests = 0

    async def answer(self, scope: Any, body: bytes) -> Any:
        self.requests += 1
        return await super().answer(scope, body)


class Loop:
    """The application, and Django alone, in their own event loop."""

    def __init__(self) -> None:
        self.loop = CountingLoop()
        self.django = _Django(WSGIHandler(), 1)
        self.moves = Moves(self.django)
        self.app = SiteHeaders(self.moves)
        left_open.end_sender()
        broadcast.send_from(self.loop)

    def run(self, what: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(what)

    def posts(self, who: Person, path: str, fields: Any, **headers: str) -> Answer:
        return self.run(self.post(who, path, fields, **headers))

    def asks_django(self, who: Person, path: str, fields: Any, **headers: str) -> Answer:
        return self.run(self.post(who, path, fields, app=SiteHeaders(self.django), **headers))

    async def post(
        self, who: Person, path: str, fields: Any, app: Any = None, **headers: str
    ) -> Answer:
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
        before = self.django.requests

        async def receive() -> Any:
            return events.pop(0)

        async def send(event: Any) -> None:
            sent.append(event)

        await (app or self.app)(scope, receive, send)
        headers_of = {n.decode(): v.decode() for n, v in sent[0]["headers"]}
        at_once = self.django.requests == before
        return Answer(sent[0]["status"], headers_of, sent[1]["body"], at_once)

    @asynccontextmanager
    async def screen(self, who: Person, table_id: str, version: int) -> AsyncIterator[Any]:
        """Open a socket of a table; close it at the end."""
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
        """Wait until messages that answers do not wait for are sent."""
        if (sending := broadcast._sender().sending) is not None:
            await sending

    async def end(self) -> None:
        """Wait for messages, and close the connections of the loop."""
        await self.sent()
        layer: Any = get_channel_layer()
        await layer.flush()
        await loop_connections.here().close()
        await quick_redis.close_in_loop()
        await asyncio.sleep(0)


def close_connections(pool: ThreadPoolExecutor) -> None:
    """Close the database connection of each thread of a pool."""
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
    """Run the application on a database that all threads see."""
    with running() as one:
        yield one
