"""Talk in clubs on pages that are open."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.community.clubs import consumers, services
from games.community.clubs.models import Club
from games.community.clubs.routing import websocket_urlpatterns
from games.community.clubs.talk import venue
from games.community.people import services as people
from games.community.people.models import Kind
from games.community.talk import services as talk
from games.community.talk.models import Line
from games.tables.live import polling
from tests.kit.people import browser_of
from tests.kit.played import NOON
from tests.kit.screen import Screen, no_connection_left, play
from tests.kit.types import Cast, Patch

__all__ = ["no_connection_left"]

pytestmark = pytest.mark.django_db(transaction=True)


class Page(Screen):
    """An open page's socket, of a user who is signed in."""

    def __init__(self, user: User | None, club: Club, after: int = 0) -> None:
        path = f"/ws/clubs/{club.slug}/talk/"
        super().__init__(websocket_urlpatterns, path, browser_of(user), query=f"after={after}")


def says(club: Club, user: User, text: str) -> Line:
    return talk.say_at(venue=venue(club), user=user, text=text, now=NOON)


def test_a_line_is_rendered_once_for_all_who_hear_it(
    club: Club, cast: Cast, monkeypatch: Patch
) -> None:
    made: list[str] = []
    real = consumers.render_to_string

    def render(template: str, facts: dict[str, Any]) -> str:
        made.append(real(template, facts))
        return made[-1]

    monkeypatch.setattr(consumers, "render_to_string", render)
    ann, ben, cal = (cast[name] for name in ("ann", "ben", "cal"))

    opened = [Page(user, club) for user in (ben, ben, cal, cal, cal)]

    async def scene() -> None:
        async with AsyncExitStack() as stack:
            pages = [await stack.enter_async_context(page) for page in opened]
            line = await sync_to_async(says)(club, ann, "<b>Well</b> played")
            found = {await page.sees() for page in pages}
            assert len(found) == 1 and len(made) == 1
            assert "&lt;b&gt;Well&lt;/b&gt; played" in found.pop() and "csrf" not in made[0]
            await sync_to_async(talk.take_back)(line_id=line.pk, user=ann, now=NOON)
            assert {("Taken back." in await page.sees()) for page in pages} == {True}
            assert len(made) == 2

    play(scene)


def test_an_author_sees_the_line_as_ones_own_in_another_tab(club: Club, cast: Cast) -> None:
    page_1 = Page(cast["ann"], club)
    page_2 = Page(cast["ben"], club)

    async def scene() -> None:
        async with page_1 as own, page_2 as other:
            await sync_to_async(says)(club, cast["ann"], "Hello")
            assert "said--mine" in await own.sees()
            assert "said--mine" not in await other.sees()

    play(scene)


def test_a_stranger_hears_nothing_and_who_leaves_no_more(secret: Club, cast: Cast) -> None:
    page_1 = Page(cast["dee"], secret)
    page_2 = Page(cast["cal"], secret)
    page_3 = Page(cast["ben"], secret)

    async def scene() -> None:
        async with page_1 as page:
            assert await page.closes() == consumers.GONE
        async with page_2 as page, page_3 as stays:
            leave = sync_to_async(services.leave)
            await leave(club=secret, user=cast["cal"], now=NOON)
            assert await page.closes() == consumers.GONE
            await sync_to_async(says)(secret, cast["ann"], "Among us")
            assert "Among us" in await stays.sees()

    play(scene)


def test_whoever_lost_the_message_of_leaving_hears_nothing(secret: Club, cast: Cast) -> None:
    page_1 = Page(cast["cal"], secret)

    async def scene() -> None:
        async with page_1 as page:
            gone = secret.memberships.filter(user=cast["cal"])
            await sync_to_async(gone.delete)()
            await sync_to_async(says)(secret, cast["ann"], "Among us")
            assert await page.closes() == consumers.GONE

    play(scene)


def test_whom_i_mute_or_who_is_apart_is_not_heard(club: Club, cast: Cast) -> None:
    ann, ben, cal = (cast[name] for name in ("ann", "ben", "cal"))
    people.tie(user=cal, other=ann, kind=Kind.MUTE, now=NOON)
    people.tie(user=ann, other=ben, kind=Kind.BLOCK, now=NOON)

    page_1 = Page(cal, club)
    page_2 = Page(ben, club)

    async def scene() -> None:
        async with page_1 as mutes, page_2 as apart:
            await sync_to_async(says)(club, ann, "Can you hear me?")
            assert await mutes.sees_nothing() and await apart.sees_nothing()
            await sync_to_async(says)(club, ben, "I can")
            assert "I can" in await mutes.sees()

    play(scene)


def test_what_was_said_in_between_comes_when_the_page_connects(club: Club, cast: Cast) -> None:
    first = says(club, cast["ann"], "One")
    says(club, cast["ann"], "Two")

    page_1 = Page(cast["ben"], club, after=first.pk)

    async def scene() -> None:
        async with page_1 as page:
            assert "Two" in await page.sees() and await page.sees_nothing()

    play(scene)


def test_a_lost_message_is_made_up_for(club: Club, cast: Cast, monkeypatch: Patch) -> None:
    monkeypatch.setattr(talk.messages.broadcast, "notify_venue", lambda *told: None)
    monkeypatch.setattr(polling, "EVERY", 3600.0)  # asked by the test alone

    page_1 = Page(cast["ben"], club)

    async def scene() -> None:
        async with page_1 as page:
            await sync_to_async(says)(club, cast["ann"], "Hello?")
            assert await page.sees_nothing()
            await consumers._poll.once()
            assert "Hello?" in await page.sees()

    play(scene)


def test_the_page_says_where_its_socket_is(club: Club, cast: Cast) -> None:
    page = browser_of(cast["cal"]).get(f"/clubs/{club.slug}/talk/").text
    assert f'data-socket="/ws/clubs/{club.slug}/talk/"' in page and "talk/venue" in page
