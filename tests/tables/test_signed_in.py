"""Sockets end with their session, whether or not a message tells them."""

from __future__ import annotations

from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts.models import User
from games.tables import services
from games.tables.live import session_consumer
from games.tables.live.routing import websocket_urlpatterns
from tests.kit.screen import Screen, no_connection_left, play
from tests.tables.conftest import Played

__all__ = ["no_connection_left"]

pytestmark = pytest.mark.django_db(transaction=True)


class Board(Screen):
    """An open board. `shows` is what the page shows already."""

    def __init__(self, table: Played, browser: Client, shows: str = "") -> None:
        super().__init__(websocket_urlpatterns, f"/ws/t/{table.id}/", browser, query=shows)


def browsers(user: User, count: int) -> list[Client]:
    """Return devices of one user, each signed in and used once."""
    user.set_password("seven green leaves")
    user.save()
    found = [Client() for _ in range(count)]
    for browser in found:
        assert (
            browser.post(
                "/accounts/login/", {"login": user.username, "password": "seven green leaves"}
            ).status_code
            == 302
        )
    return found


def test_signing_out_closes_the_boards_of_this_device_and_no_other(table: Played) -> None:
    laptop, phone = browsers(table.cast["ann"], 2)

    async def scene() -> None:
        async with (
            Board(table, laptop) as one,
            Board(table, phone) as other,
            Board(table, Client()) as nobodys,
        ):
            assert all([await screen.sees() for screen in (one, other, nobodys)])
            await sync_to_async(laptop.post)("/accounts/logout/")
            assert await one.hears() == {"type": "websocket.close", "code": session_consumer.GONE}
            assert await other.socket.receive_nothing(timeout=0.2)
            assert await nobodys.socket.receive_nothing(timeout=0.1)

    play(scene)


@pytest.mark.parametrize(
    "change", [{"password": "another"}, {"is_active": False}, {"sign_outs": 1}]
)
def test_a_session_that_ended_closes_its_board_on_a_message(
    table: Played, change: dict[str, Any]
) -> None:
    ann, ben = browsers(table.cast["ann"], 1)[0], browsers(table.cast["ben"], 1)[0]

    async def scene() -> None:
        async with Board(table, ann) as anns, Board(table, ben) as bens:
            assert await anns.sees() and await bens.sees()
            await sync_to_async(User.objects.filter(username="ann").update)(**change)
            services.sessions_changed(table.cast["ann"].pk)
            assert (await anns.hears())["code"] == session_consumer.GONE
            assert await bens.socket.receive_nothing(timeout=0.2)

    play(scene)


def test_it_looks_by_itself_when_the_ring_is_lost(
    table: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_consumer, "CHECKED", 0.05)
    ann = browsers(table.cast["ann"], 1)[0]

    async def scene() -> None:
        async with Board(table, ann) as anns:
            assert await anns.sees()
            # It has checked the session a few times, and the session was valid.
            assert await anns.socket.receive_nothing(timeout=0.3)
            await sync_to_async(User.objects.filter(username="ann").update)(is_active=False)
            assert (await anns.hears())["code"] == session_consumer.GONE

    play(scene)


def test_a_database_that_is_away_for_a_moment_closes_nothing(
    table: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_consumer, "CHECKED", 0.05)
    ann = browsers(table.cast["ann"], 1)[0]
    asked: list[Any] = []

    def away(claim: Any) -> bool:
        asked.append(claim)
        if 1 < len(asked) < 4:
            raise OSError("away")
        return len(asked) < 6

    monkeypatch.setattr(session_consumer, "is_good", away)

    async def scene() -> None:
        async with Board(table, ann) as anns:
            assert await anns.sees()
            assert (await anns.hears())["code"] == session_consumer.GONE and len(asked) == 6

    play(scene)


def test_a_session_that_is_not_good_looks_on_as_anybody(table: Played) -> None:
    ann = browsers(table.cast["ann"], 1)[0]
    User.objects.filter(username="ann").update(password="another")

    async def scene() -> None:
        async with Board(table, ann) as anns, Board(table, Client()) as nobodys:
            assert await anns.sees() == await nobodys.sees()

    play(scene)


def test_a_page_whose_session_ended_before_its_socket_opened_is_told_so(table: Played) -> None:
    """Its board is of the newest version, so no other one would come and take the hand away."""
    ann = browsers(table.cast["ann"], 1)[0]
    User.objects.filter(username="ann").update(password="another")
    version = table.row.version

    async def scene() -> None:
        async with Board(table, ann, f"version={version}&seat=0") as anns:
            assert await anns.hears() == {"type": "websocket.close", "code": session_consumer.GONE}
        # It loads itself again, and then shows what anybody may see.
        async with Board(table, ann, f"version={version}&seat=") as anybodys:
            assert await anybodys.socket.receive_nothing(timeout=0.2)

    play(scene)
