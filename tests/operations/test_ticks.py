"""An idle web process wakes up twice a second, and not ten times."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
import asyncio

from uvicorn.config import Config
from uvicorn.server import Server

from config.server import protocol
from tests.kit.types import Patch


def test_the_server_looks_twice_a_second_and_renews_its_date_each_second(
    monkeypatch: Patch,
) -> None:
    server = Server(Config("config.asgi:application", http=protocol.Protocol))
    server.config.encoded_headers = []
    slept: list[float] = []
    dates: list[object] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        dates.append(server.server_state.default_headers)
        server.should_exit = sum(slept) >= 10

    monkeypatch.setattr(protocol.asyncio, "sleep", sleep)
    asyncio.run(server.main_loop())
    assert len(slept) == 20
    assert len({id(date) for date in dates}) == 10
