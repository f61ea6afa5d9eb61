"""The list of open tables, as it is pushed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts.models import User
from games.community.people.models import Kind
from games.community.people.services import tie
from games.lobby import consumers
from games.lobby.filters import Filters
from games.lobby.routing import websocket_urlpatterns
from games.tables import services
from games.tables.live import broadcast
from games.tables.models import Table
from tests.kit.screen import Screen, no_connection_left, play
from tests.lobby.conftest import NOON

__all__ = ["no_connection_left"]

pytestmark = pytest.mark.django_db(transaction=True)


class Lobby(Screen):
    """A browser's socket on the lobby."""

    def __init__(self, query: str = "", browser: Client | None = None) -> None:
        super().__init__(websocket_urlpatterns, "/ws/lobby/", browser, query=query)


def test_everybody_sees_a_table_open_and_go(
    opens: Callable[..., Table], cast: dict[str, User]
) -> None:
    async def scene() -> None:
        async with Lobby() as ann, Lobby("game=lost_cities") as cal:
            assert "No open tables right now" in await ann.sees()
            assert "No tables like this" in await cal.sees()
            table = await sync_to_async(opens)("ann")
            for screen in (ann, cal):
                assert f'formaction="/t/{table.id}/sit/"' in await screen.sees()
            await sync_to_async(services.sit)(table_id=table.id, user=cast["ben"], now=NOON)
            for screen in (ann, cal):
                assert table.id not in await screen.sees()

    play(scene)


def test_the_reader_s_ties_hold_for_the_socket_too(
    opens: Callable[..., Table], cast: dict[str, User], visits: Callable[..., Client]
) -> None:
    tie(user=cast["ben"], other=cast["ann"], kind=Kind.BLOCK, now=NOON)
    tie(user=cast["cal"], other=cast["ben"], kind=Kind.FOLLOW, now=NOON)

    hers, his = visits("ann"), visits("cal")

    async def scene() -> None:
        anns, cals = Lobby(browser=hers), Lobby(browser=his)
        async with anns as ann, cals as cal, Lobby() as stranger:
            for screen in (ann, cal, stranger):
                assert "No open tables right now" in await screen.sees()
            table = await sync_to_async(opens)("ben")
            followed, other = await cal.sees(), await stranger.sees()
            assert table.id in followed and "you follow" in followed
            assert table.id in other and "you follow" not in other
            assert await ann.sees_nothing()

    play(scene)


def test_a_screen_with_filters_is_sent_what_passes(opens: Callable[..., Table]) -> None:
    async def scene() -> None:
        async with Lobby("pace=correspondence&rated=on") as screen:
            assert "No tables like this" in await screen.sees()
            for terms in ({"clock": "normal"}, {"clock": "daily"}):
                await sync_to_async(opens)("ann", rated=True, **terms)
            daily = await sync_to_async(Table.objects.get)(time_control="daily")
            html = await screen.sees()
            while daily.id not in html:
                html = await screen.sees()
            assert html.count("data-table=") == 1

    play(scene)


def test_the_ages_in_the_list_go_on(
    opens: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list in which nothing happens is sent once a minute, with the new ages."""
    opens("ann")
    now = NOON + timedelta(minutes=6)
    monkeypatch.setattr(consumers.timezone, "now", lambda: now)

    async def scene() -> None:
        nonlocal now
        async with Lobby() as screen:
            assert "6 min" in await screen.sees()
            await consumers._poll.once()
            now += timedelta(minutes=1)
            await consumers._poll.once()
            assert "7 min" in await screen.sees()

    play(scene)


def test_the_list_holds_nothing_that_is_somebody_s_own(opens: Callable[..., Table]) -> None:
    hidden = opens("ann", private=True)
    opens("ann")

    async def scene() -> None:
        async with Lobby() as screen:
            html = await screen.sees()
            assert html.lstrip().startswith('<div id="open-tables"')
            assert "csrf" not in html and hidden.id not in html

    play(scene)


def test_many_rings_are_one_rendering_for_all(
    opens: Callable[..., Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[Filters] = []
    real = consumers.render
    monkeypatch.setattr(
        consumers,
        "render",
        lambda filters, reader: rendered.append(filters) or real(filters, reader),
    )

    async def scene() -> None:
        async with Lobby() as first, Lobby() as second:
            await first.sees(), await second.sees()
            before = len(rendered)
            await sync_to_async(opens)("ann")
            for _ in range(20):
                broadcast.notify_lobby()
            await first.sees(), await second.sees()
            await asyncio.sleep(2 * consumers.PAUSE)
            assert len(rendered) - before <= 3
            assert await first.sees_nothing()  # what has not changed is not sent again

    play(scene)


def test_a_screen_that_goes_away_takes_nothing_from_the_others(opens: Callable[..., Table]) -> None:
    async def scene() -> None:
        async with Lobby() as staying:
            await staying.sees()
            async with Lobby() as leaving:
                await leaving.sees()
            table = await sync_to_async(opens)("ann")
            assert table.id in await staying.sees()

    play(scene)
