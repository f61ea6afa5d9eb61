"""Sockets of the same process get a move without Redis: each its own board, and an error of one
does not affect the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.tables.board import presenter, render
from games.tables.board.presenter import News
from games.tables.live import broadcast, local_sockets
from tests.tables.conftest import Played

pytestmark = pytest.mark.django_db


class Screen:
    language = "en"
    version = presenter.NOTHING

    def __init__(self, user_id: int | None) -> None:
        self.user_id = user_id
        self.boards: list[tuple[int, str]] = []

    def hand(self, news: News) -> None:
        self.boards.append((news.version, news.html))


class Broken(Screen):
    def hand(self, news: News) -> None:
        raise OSError("gone")


@pytest.fixture
def screens(table: Played) -> Iterator[dict[str, Screen]]:
    users = {name: table.cast[name].pk for name in ("ann", "ben", "dee")} | {"nobody": None}
    screens = {"broken": Broken(None)} | {name: Screen(user_id) for name, user_id in users.items()}
    for screen in screens.values():
        local_sockets.join(table.id, screen)
    yield screens
    for screen in screens.values():
        local_sockets.leave(table.id, screen)
    assert table.id not in local_sockets._here


def move(table: Played, code: str, htmx: bool) -> None:
    client = table.browser(table.mover, headers={"HX-Request": "true"} if htmx else {})
    moved = client.post(f"/t/{table.id}/act/", {"code": code, "ply": table.ply})
    assert moved.status_code == (200 if htmx else 303)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("htmx", [True, False])
def test_everybody_is_handed_the_own_board(
    table: Played, screens: dict[str, Screen], htmx: bool
) -> None:
    mover = table.mover
    move(table, table.legal()[0], htmx)
    for name in ("ann", "ben", "dee", "nobody"):
        assert screens[name].boards == [
            (table.row.version, render.board(table.snapshot, screens[name].user_id))
        ]
    other = next(name for name in ("ann", "ben") if name != mover)
    assert screens["dee"].boards == screens["nobody"].boards != screens[other].boards


def test_what_is_refused_is_told_to_nobody(table: Played, screens: dict[str, Screen]) -> None:
    client = table.browser(table.mover, headers={"HX-Request": "true"})
    refused = client.post(f"/t/{table.id}/act/", {"code": "draw stock", "ply": table.ply})
    assert refused.status_code == 422
    assert not any(screen.boards for screen in screens.values())


class Messages:
    """The messages that were sent: for each, whether the mover's board was rendered before it, and
    whether this process need not hear it."""

    id = "this process"

    def __init__(self, user_id: int) -> None:
        self.user_id = user_id
        self.sent: list[tuple[bool, bool]] = []

    def send(self, to: str, message: dict[str, Any]) -> None:
        if message["type"] == "table.changed":
            ready = presenter.ready(message["table"], self.user_id, message["version"])
            self.sent.append((ready is not None, broadcast.is_shown(message)))


@pytest.mark.django_db(transaction=True)
def test_the_ring_finds_every_board_rendered(
    table: Played, screens: dict[str, Screen], monkeypatch: pytest.MonkeyPatch
) -> None:
    messages = Messages(table.cast[table.mover].pk)
    monkeypatch.setattr(broadcast, "_sender", lambda: messages)
    move(table, table.legal()[0], htmx=True)
    local_sockets.leave(table.id, screens["broken"])
    move(table, table.legal()[0], htmx=True)
    assert messages.sent == [(True, False), (True, True)]  # the broken screen needed the first


@pytest.mark.django_db(transaction=True)
def test_a_ring_is_heard_though_no_board_could_be_rendered(
    table: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages = Messages(table.cast[table.mover].pk)
    monkeypatch.setattr(broadcast, "_sender", lambda: messages)
    monkeypatch.setattr(presenter, "board", lambda *_facts, **_more: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        move(table, table.legal()[0], htmx=True)
    assert messages.sent == [(False, True)]
