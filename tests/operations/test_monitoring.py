"""Health is answered apart from pages: whatever they wait for, it does not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from threading import Event
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.handlers.wsgi import WSGIHandler

from config.monitoring import probes
from config.monitoring.probes import Monitoring
from config.server.wsgi import Answer, Django
from tests.kit.types import Patch

Wsgi = Callable[..., Iterable[bytes]]


class Stuck:
    """A WSGI application that answers when it is let go, and counts how often it was asked."""

    def __init__(self) -> None:
        self.go, self.asked = Event(), 0

    def __call__(self, environ: Any, start_response: Any) -> Iterable[bytes]:
        self.asked += 1
        self.go.wait(timeout=60)
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [b"at last\n"]


async def ask(app: Any, path: str, host: str = "localhost", method: str = "GET") -> Answer:
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": path,
        "query_string": b"",
        "root_path": "",
    }
    scope |= {
        "scheme": "http",
        "headers": [(b"host", host.encode())],
        "client": ("127.0.0.2", 5),
        "server": ("127.0.0.1", 80),
    }
    asked = ApplicationCommunicator(app, scope)
    await asked.send_input({"type": "http.request", "body": b""})
    start, body = await asked.receive_output(60), await asked.receive_output(60)
    return start["status"], start["headers"], body["body"]


def test_health_is_answered_while_no_thread_is_left_for_pages() -> None:
    pages = Stuck()
    # not get_wsgi_application, which would configure logging anew for all tests that follow
    app = Monitoring(Django(pages, 1), WSGIHandler())

    async def play() -> None:
        waiting = asyncio.create_task(ask(app, "/"))
        while not pages.asked:
            await asyncio.sleep(0.001)
        status, headers, body = await ask(app, "/healthz")
        assert (status, body) == (200, b"ok\n")
        named = dict(headers)
        assert (
            b"no-store" in named[b"cache-control"]
            and named[b"x-content-type-options"] == b"nosniff"
        )
        assert b"default-src 'none'" in named[b"content-security-policy"]
        assert (await ask(app, "/healthz", method="HEAD"))[0] == 200
        assert not waiting.done()
        pages.go.set()
        assert (await waiting)[2] == b"at last\n"

    asyncio.run(play())


def test_a_hundred_questions_in_one_moment_are_one() -> None:
    checks = Stuck()
    app = Monitoring(Django(checks, 1), checks)

    async def play() -> None:
        asked = [asyncio.create_task(ask(app, "/readyz")) for _ in range(100)]
        while not checks.asked:
            await asyncio.sleep(0.001)
        checks.go.set()
        assert {answer[0] for answer in await asyncio.gather(*asked)} == {200}
        assert checks.asked == 1
        await ask(app, "/readyz")
        assert checks.asked == 2  # an answer is for those who wait for it, never kept

    asyncio.run(play())


def test_a_check_that_hangs_says_no_in_time_and_heals(monkeypatch: Patch) -> None:
    monkeypatch.setattr(probes, "TIMEOUT", 0.02)
    checks = Stuck()
    app = Monitoring(Django(checks, 1), checks)

    async def play() -> None:
        for _ in range(3):
            assert (await ask(app, "/readyz"))[0] == 503
        assert checks.asked == 1
        monkeypatch.setattr(probes, "TIMEOUT", 60)
        checks.go.set()
        assert (await ask(app, "/readyz"))[0] == 200

    asyncio.run(play())


@pytest.mark.parametrize(
    ("path", "host", "method"),
    [
        ("/readyz", "evil.example", "GET"),
        ("/healthz", "a b", "GET"),
        ("/readyz", "localhost", "POST"),
        ("/", "x", "GET"),
    ],
)
def test_what_is_no_such_question_is_a_page_like_any_other(
    path: str, host: str, method: str
) -> None:
    pages, checks = Stuck(), Stuck()
    pages.go.set()
    app = Monitoring(Django(pages, 1), checks)
    assert asyncio.run(ask(app, path, host, method))[2] == b"at last\n"
    assert (pages.asked, checks.asked) == (1, 0)
