"""Visitors that count as one, how much room there is, and that the limits are far from what a class
comes to."""

from __future__ import annotations

import asyncio
import resource
from typing import Any

import pytest

from config import limits
from config.server import protocol, visitors
from tests.kit.types import Patch

HOME, PUPILS, TABS = 5, 40, 20


def test_a_family_and_a_class_never_meet_the_limits() -> None:
    counts = limits.COUNTS
    assert counts["sockets_of_address"] >= max(HOME * TABS * 2, PUPILS * 3 * 2), (
        "a page holds two sockets at most"
    )
    assert counts["connections_of_address"] >= 2 * PUPILS * 6, (
        "a browser opens six connections to a site"
    )
    assert counts["sockets_of_person"] >= 2 * TABS * 2
    assert counts["sockets"] <= counts["connections"] * 3 // 4


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("192.168.1.7", "192.168.1.7"),
        ("127.0.0.2", "127.0.0.2"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("127.0.0.1", "127.0.0.1"),
        ("::ffff:127.0.0.1", "127.0.0.1"),
        ("", None),
        ("unix:", None),
    ],
)
def test_one_home_is_one_visitor(address: str, counted: str | None) -> None:
    assert visitors.who(address) == counted


def test_a_load_test_is_no_crowd(settings: Any) -> None:
    settings.RATE_LIMITS = False
    assert visitors.who("203.0.113.9") is None


def test_proxies_are_those_that_the_host_names(settings: Any) -> None:
    settings.TRUSTED_PROXIES = ["10.0.0.2", "172.16.0.0/12", "2001:db8::/32"]
    visitors.is_proxy.cache_clear()
    assert [visitors.is_proxy(ip) for ip in ("10.0.0.2", "172.17.0.1", "2001:db8::5")] == [True] * 3
    assert not any(visitors.is_proxy(ip) for ip in ("10.0.0.3", "203.0.113.9", "", "x"))
    settings.TRUSTED_PROXIES = ["*"]
    visitors.is_proxy.cache_clear()
    assert visitors.is_proxy("203.0.113.9")
    visitors.is_proxy.cache_clear()


def test_only_a_neighbour_passes_for_a_proxy_that_nobody_named(settings: Any) -> None:
    forwarded, plain = [(b"x-forwarded-for", b"198.51.100.1")], [(b"host", b"x")]
    settings.TRUSTED_PROXIES = []
    assert visitors.forwards("172.17.0.1", forwarded) and visitors.forwards(
        "192.168.0.2", [(b"forwarded", b"for=x")]
    )
    assert not visitors.forwards("172.17.0.1", plain)
    assert not visitors.forwards("8.8.8.8", forwarded) and not visitors.forwards("", forwarded)
    settings.TRUSTED_PROXIES = ["10.0.0.2"]
    assert not visitors.forwards("172.17.0.1", forwarded), "the host has said who is one"


def test_there_is_room_for_what_files_allow(settings: Any, monkeypatch: Patch) -> None:
    settings.LIMIT_COUNTS = settings.LIMIT_COUNTS | {"connections": 4000}
    for soft, room in ((1024, 824), (65_536, 4000), (resource.RLIM_INFINITY, 4000), (100, 10)):
        monkeypatch.setattr(resource, "getrlimit", lambda kind, soft=soft: (soft, soft))
        visitors.room.cache_clear()
        assert visitors.room() == room
    visitors.room.cache_clear()


@pytest.mark.parametrize(
    ("limits", "wanted"),
    [
        ((1024, 4096), 4096),
        ((1024, 2**30), 65_536),
        ((256, -1), 65_536),
        ((70_000, 80_000), None),
        ((-1, -1), None),
    ],
)
def test_a_process_asks_for_the_files_it_may_open(
    limits: tuple[int, int], wanted: int | None, monkeypatch: Patch
) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda kind: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda kind, pair: asked.append(pair))
    visitors.raise_open_files()
    assert asked == ([] if wanted is None else [(wanted, limits[1])])


class _Flow:
    def pause_writing(self) -> None:
        """As uvicorn's protocols have it."""

    resume_writing = pause_writing


class _Reader(protocol._Read, _Flow):
    """A connection with so many bytes waiting for its reader."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop, self.waiting, self.aborted = loop, 100_000, asyncio.Event()
        self.transport: Any = self
        self.pause_writing()

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def abort(self) -> None:
        self.aborted.set()


def test_who_reads_nothing_is_left_and_who_reads_slowly_is_not(monkeypatch: Patch) -> None:
    looks = []

    async def play() -> None:
        loop = asyncio.get_running_loop()
        monkeypatch.setattr(
            loop,
            "call_later",
            lambda within, look, before: looks.append((look, before)) or _Timer(),
        )
        reader = _Reader(loop)
        for left in (80_000, 60_000, 30_000):
            reader.waiting = left
            look, before = looks[-1]
            look(before)
            assert not reader.aborted.is_set() and len(looks) > 1
        reader.waiting = 29_999
        look, before = looks[-1]
        look(before)
        assert reader.aborted.is_set()

    asyncio.run(play())


class _Timer:
    def cancel(self) -> None:
        """Nothing waits here."""
