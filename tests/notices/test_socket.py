"""The count as it is pushed to all tabs."""

from __future__ import annotations

from functools import partial

import pytest
from asgiref.sync import sync_to_async
from django.test import Client

from accounts.models import User
from games.notices import consumers
from games.notices.routing import websocket_urlpatterns
from games.tables.live import broadcast, presence
from games.tables.models import Table
from tests.kit.screen import Screen, no_connection_left, play
from tests.kit.types import Cast, Patch, Visits
from tests.notices.conftest import Deals

__all__ = ["no_connection_left"]

pytestmark = pytest.mark.django_db(transaction=True)


class Tab(Screen):
    """A page's socket."""

    def __init__(self, browser: Client) -> None:
        super().__init__(websocket_urlpatterns, "/ws/turns/", browser)

    async def is_closed(self) -> bool:
        return await self.closes() == consumers.GONE


def test_all_tabs_of_one_user_see_the_count_change(
    deals: Deals, visits: Visits, cast: Cast, monkeypatch: Patch
) -> None:
    game = deals("ben", "ann")
    asked: list[int] = []
    real = consumers.look
    monkeypatch.setattr(consumers, "look", lambda user_id: asked.append(user_id) or real(user_id))

    ann, cal = visits("ann"), visits("cal")

    async def scene() -> None:
        async with Tab(ann) as one, Tab(ann) as two, Tab(cal) as cals:
            assert all(['data-count="0"' in await tab.sees() for tab in (one, two, cals)])
            await sync_to_async(Table.objects.filter(pk=game.id).update)(to_act="1")
            asked.clear()
            for _ in range(10):
                broadcast.notify_users([cast["ann"].pk, cast["ben"].pk])
            for tab in (one, two):
                html = await tab.sees()
                assert 'data-count="1"' in html and f'data-tables="{game.id}"' in html
            # what has not changed is not sent again
            assert await one.sees_nothing() and await cals.sees_nothing()
            assert set(asked) == {cast["ann"].pk} and len(asked) <= 3

    play(scene)


def test_a_turn_that_passes_rings_both_players_once(deals: Deals, visits: Visits) -> None:
    game, ann, ben = deals("ann", "ben"), visits("ann"), visits("ben")

    async def scene() -> None:
        async with Tab(ann) as anns, Tab(ben) as bens:
            assert 'data-count="1"' in await anns.sees() and 'data-count="0"' in await bens.sees()
            await sync_to_async(game.turn)("ann")
            assert 'data-count="0"' in await anns.sees() and 'data-count="1"' in await bens.sees()

    play(scene)


def test_a_socket_without_a_good_session_is_closed(visits: Visits, cast: Cast) -> None:
    closed, stranger, ann = visits("ben"), visits(), visits("ann")
    User.objects.filter(pk=cast["ben"].pk).update(is_active=False)

    async def scene() -> None:
        for browser in (closed, stranger):
            async with Tab(browser) as tab:
                assert await tab.is_closed()
        async with Tab(ann) as tab:
            await tab.sees()
            await sync_to_async(User.objects.filter(pk=cast["ann"].pk).update)(password="another")
            broadcast.notify_sessions(cast["ann"].pk)
            assert await tab.is_closed()

    play(scene)


def test_a_tab_says_what_is_before_its_user_s_eyes(visits: Visits, cast: Cast) -> None:
    ann, looks = visits("ann"), partial(presence.is_looking, user_id=cast["ann"].pk)

    async def scene() -> None:
        async with Tab(ann) as tab:
            await tab.sees()
            for nonsense in ("", "../../x", "k3x9\n", "K" * 5, "k" * 17):
                await tab.says(nonsense)
            await tab.says("k3x9")
            await tab.says("other")  # too soon after the first
            assert await tab.sees_nothing()
            assert looks("k3x9") and not looks("other")
            assert not presence.is_looking("k3x9", cast["ben"].pk)
            await tab.says("-")
            assert await tab.sees_nothing() and not looks("k3x9")
        async with Tab(ann) as tab:
            await tab.sees()
            await tab.says("k3x9")
            assert await tab.sees_nothing() and looks("k3x9")

    play(scene)
    assert not looks("k3x9"), "the tab is closed"


def test_more_tabs_than_a_person_has_are_refused(visits: Visits, monkeypatch: Patch) -> None:
    monkeypatch.setattr(consumers, "TABS", 1)
    ann = visits("ann")

    async def scene() -> None:
        async with Tab(ann) as one:
            await one.sees()
            async with Tab(ann) as two:
                assert await two.is_closed()
        async with Tab(ann) as three:
            assert await three.sees()

    play(scene)
