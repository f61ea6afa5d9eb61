"""Calls that threads leave to an event loop: none is lost, and the loop is woken once for many."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from games.tables.live import loop_calls


class Loop(asyncio.SelectorEventLoop):
    """A loop that counts how often it is woken."""

    woken = 0

    def call_soon_threadsafe(self, *args: Any, **options: Any) -> asyncio.Handle:
        self.woken += 1
        return super().call_soon_threadsafe(*args, **options)


@pytest.fixture
def loop() -> Any:
    loop = Loop()
    yield loop
    loop.close()


def runs(loop: Loop) -> None:
    loop.run_until_complete(asyncio.sleep(0))
    loop.run_until_complete(asyncio.sleep(0))


def test_many_calls_wake_a_loop_once(loop: Loop) -> None:
    told: list[int] = []
    calls = loop_calls.of(loop)
    for number in range(9):
        calls.put(told.append, number)
    assert loop.woken == 1 and not told
    runs(loop)
    assert told == list(range(9))
    calls.put(told.append, 9)
    assert loop.woken == 2
    runs(loop)
    assert told == list(range(10))


def test_a_call_may_leave_another(loop: Loop) -> None:
    told: list[str] = []
    calls = loop_calls.of(loop)

    def first() -> None:
        told.append("first")
        calls.put(told.append, "second")

    calls.put(first)
    runs(loop)
    assert told == ["first", "second"]


def test_an_error_stops_no_other_call(loop: Loop, caplog: pytest.LogCaptureFixture) -> None:
    told: list[str] = []
    broken: Callable[[], object] = lambda: 1 / 0  # noqa: E731
    loop_calls.of(loop).put(broken)
    loop_calls.of(loop).put(told.append, "the next")
    runs(loop)
    assert told == ["the next"] and "has failed" in caplog.text


def test_a_loop_that_has_closed_is_left_alone() -> None:
    loop = Loop()
    loop.close()
    loop_calls.of(loop).put(print, "nobody")
