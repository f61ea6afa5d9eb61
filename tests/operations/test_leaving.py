"""A web process that is told to stop serves on for a while, however often it is told."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import sys
from typing import Any

import pytest

from config.server import shutdown
from config.supervisor import processes
from tests.kit import environment
from tests.kit.servers import PATIENCE, free_port, wait_until


async def answer(scope: Any, receive: Any, send: Any) -> None:
    await send(
        {
            "type": "http.response.start",
            "status": 503 if shutdown.begun() else 200,
            "headers": [(b"content-length", b"0")],
        }
    )
    await send({"type": "http.response.body", "body": b""})


async def app(scope: Any, receive: Any, send: Any) -> None:
    await (shutdown.lifespan if scope["type"] == "lifespan" else shutdown.GracefulShutdown(answer))(
        scope, receive, send
    )


@pytest.mark.parametrize(("workers", "seconds"), [("1", "30"), ("2", "30"), ("1", "1")])
def test_it_says_that_it_leaves_and_serves_on_for_a_while(workers: str, seconds: str) -> None:
    """A service manager tells all processes of a service at once, and the parent tells its children
    again."""
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "uvicorn",
        "tests.operations.test_leaving:app",
        "--port",
        str(port),
        "--workers",
        workers,
    ]
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", "LEAVE_SECONDS": seconds}
    where = {
        "cwd": environment.ROOT,
        "env": env,
        "start_new_session": True,
        "preexec_fn": processes.die_with_parent(),
    }
    process = subprocess.Popen([*command, "--log-level", "error"], **where)  # type: ignore[call-overload]

    def ask() -> tuple[int, str | None] | None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            connection.request("GET", "/readyz")
            response = connection.getresponse()
            return response.status, response.getheader("connection")
        except OSError:
            return None
        finally:
            connection.close()

    try:
        wait_until(lambda: ask() == (200, None), "it serves")
        os.killpg(process.pid, signal.SIGTERM)
        if seconds == "30":
            wait_until(lambda: ask() == (503, "close"), "it says that it leaves")
            assert ask() == (503, "close")  # and goes on saying so
            os.killpg(process.pid, signal.SIGINT)
        assert process.wait(timeout=PATIENCE) in (0, -signal.SIGTERM)
        assert ask() is None
    finally:
        process.kill()
        process.wait()
