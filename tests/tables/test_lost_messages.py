"""A lost message leaves no board stale: open sockets query the database now and then, and a
repeated move is told again."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from django.db import OperationalError, connections
from websockets.sync.client import connect

from games.tables import services
from games.tables.live import broadcast, polling
from games.tables.live.polling import Poll
from tests.kit.visitor import PATIENCE, Visitor
from tests.kit.web import Web, running
from tests.tables.conftest import NOON, Played
from tests.tables.test_freshness import at, pages, plays_one


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    with running(tmp_path_factory.mktemp("web")) as web:
        yield web


@pytest.fixture(scope="module")
def silent(web: Web) -> Iterator[Web]:
    """Run a second web process on the same data whose messages reach nobody."""
    with running(web.data, REDIS_PREFIX="elsewhere") as silent:
        yield silent


def hears(stack: ExitStack, visitor: Visitor, path: str) -> Callable[[str], str]:
    """Open a socket of the visitor; return a function that waits for a text that contains its
    argument."""
    url, headers = f"ws://127.0.0.1:{visitor.port}{path}", {"Cookie": visitor.cookie}
    socket = stack.enter_context(
        connect(url, additional_headers=headers, origin=f"http://127.0.0.1:{visitor.port}")
    )  # type: ignore[arg-type]

    def wait(words: str) -> str:
        while words not in (text := str(socket.recv(timeout=PATIENCE))):
            pass
        return text

    return wait


def test_every_screen_catches_up_by_itself(web: Web, silent: Web) -> None:
    """This covers boards, the count in the page's head, and the lobby. Nobody is told, and no page
    asks."""
    rng = random.Random(1)
    table, ann, ben = web.table()
    cal = web.visitor("cal").enters()
    with pages(table, ann, ben, cal) as opened, ExitStack() as stack:
        turns, lobby = hears(stack, ben, "/ws/turns/"), hears(stack, cal, "/ws/lobby/")
        turns('data-count="0"')
        while (
            board := plays_one(table, (at(silent, ann), at(silent, ben)), rng)
        ).codes and board.data["seat"] == "0":
            pass  # until it is Ben's turn
        waiting = at(silent, ann).opens()
        for page in opened:
            page.catches_up(board.version)
            assert page.is_fresh()
        turns('data-count="1"')
        lobby(waiting)


def test_a_screen_is_never_stale_for_longer_than_five_seconds() -> None:
    """There is one query every three seconds, which leaves two for the answer."""
    assert polling.EVERY <= 3


class Screen:
    def __init__(self, version: int) -> None:
        self.version = version
        self.caught_up: list[int] = []

    def is_stale(self, fact: int | None) -> bool:
        return fact is not None and fact > self.version

    async def catch_up(self, fact: int) -> None:
        self.caught_up.append(fact)
        if self.version < 0:
            raise OSError("gone")


# The thread of the poll may have a connection of an earlier test, which it has to close.
@pytest.mark.django_db
def test_one_question_for_all_and_none_for_nobody() -> None:
    asked: list[Any] = []

    def ask(keys: Any) -> dict[str, int]:
        asked.append(sorted(keys))
        return {"k3x9": 42, "other": 1}

    async def scene() -> None:
        poll: Poll[str] = Poll(ask)
        await poll.once()
        assert asked == []
        stale, broken, fresh, elsewhere = screens = Screen(41), Screen(-1), Screen(42), Screen(7)
        for screen in screens[:3]:
            poll.join("k3x9", screen)
        poll.join("closed", elsewhere)
        await poll.once()
        assert asked == [["closed", "k3x9"]]
        found = (stale.caught_up, broken.caught_up, fresh.caught_up, elsewhere.caught_up)
        assert found == ([42], [42], [], [])
        for screen in screens[:3]:
            poll.leave("k3x9", screen)
        poll.leave("closed", elsewhere)
        await poll.once()
        assert len(asked) == 1

    asyncio.run(scene())


@pytest.mark.django_db
def test_a_database_that_is_away_is_asked_again(caplog: pytest.LogCaptureFixture) -> None:
    """It is logged once, and no socket closes."""
    answers: list[Any] = [OperationalError(), OperationalError(), {"k3x9": 42}]

    def ask(keys: Any) -> dict[str, int]:
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return dict(answer)

    async def scene() -> None:
        poll, screen = Poll[str](ask), Screen(41)
        poll.join("k3x9", screen)
        for _ in range(3):
            await poll.once()
        assert screen.caught_up == [42]

    asyncio.run(scene())
    polling._pool.submit(connections.close_all).result()
    assert [record.getMessage() for record in caplog.records] == [
        "Screens cannot catch up (OperationalError). They will, once the database answers."
    ]


class Messages:
    id = "this process"

    def __init__(self) -> None:
        self.sent: list[tuple[str, int]] = []

    def send(self, to: str, message: dict[str, Any]) -> None:
        if message["type"] == "table.changed":
            self.sent.append((message["table"], message["version"]))


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_a_repeated_move_rings_again(table: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that committed it may have died before it sent a message."""
    messages = Messages()
    mover, code, ply = table.mover, table.legal()[0], table.row.ply
    after = table.plays(f"{mover} {code}")
    monkeypatch.setattr(broadcast, "_sender", lambda: messages)
    assert table.plays(f"{mover} {code}", ply=ply).version == after.version
    assert messages.sent == [(table.id, after.version)]
    after = table.takes_back(mover)
    services.undo(table_id=table.id, user_id=table.cast[mover].pk, ply=ply + 1, now=NOON)
    assert messages.sent[1:] == [(table.id, after.version)] * 2
