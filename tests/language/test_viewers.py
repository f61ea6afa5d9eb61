"""At one table each viewer reads the own language, whoever moved: Ann and Cal the pseudo-language,
Ben English."""

from __future__ import annotations

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from django.test import Client

from accounts.models import User
from config.urls import websocket_urlpatterns
from games.tables.live import local_sockets
from games.tables.models import Level
from games.tables.state import snapshot_cache
from tests.kit.played import Played, sits_down
from tests.kit.screen import Screen, no_connection_left
from tests.kit.types import Cast, Patch, Visits
from tests.language.pseudo import CODE, untranslated

__all__ = ["no_connection_left"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def table(cast: Cast) -> Played:
    """Return a game of Lost Cities that has just begun: Ann moves first, then Ben."""
    return sits_down(cast, "ann", "ben", order="seats")


def speaks(html: str, language: str) -> bool:
    """Return whether a page speaks this language and no other."""
    return ("⟦" not in html) if language == "en" else ("⟦" in html and not untranslated(html))


class Spoken(Screen):
    """A socket of a browser, which asks for a language."""

    def __init__(self, browser: Client, path: str, language: str, query: str = "") -> None:
        super().__init__(websocket_urlpatterns, path, browser, query=query, language=language)
        self.language = language

    async def reads(self) -> str:
        """Return the next message, which is in the language that was asked for."""
        html = await self.sees()
        assert speaks(html, self.language), html
        return html


def moves(browser: Client, table: Played, *, htmx: bool = True) -> str:
    """Make a move, and return the answer: a board, or for a plain form the page that follows."""
    headers = {"HX-Request": "true"} if htmx else {}
    form = {"code": table.legal()[-1], "ply": str(table.ply)}
    answer = browser.post(f"/t/{table.id}/act/", form, headers=headers, follow=not htmx)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("way", ["fragment", "form", "message"])
def test_a_move_is_shown_to_each_in_the_own_language(
    table: Played, visits: Visits, way: str, monkeypatch: Patch
) -> None:
    """The move is sent by htmx or by a plain form, and sockets are handed the board, or have it
    rendered after a message from another process."""
    if way == "message":
        monkeypatch.setattr(local_sockets, "show", lambda *_facts: None)
    ann, ben, cal = visits("ann"), visits("ben", "en"), visits("cal")
    path = f"/ws/t/{table.id}/"

    async def scene() -> None:
        async with (
            Spoken(ann, path, CODE) as by_ann,
            Spoken(ben, path, "en") as by_ben,
            Spoken(cal, path, CODE) as by_cal,
            Spoken(visits(), path, "en") as by_nobody,
        ):
            screens = {"ann": by_ann, "ben": by_ben, "cal": by_cal, "": by_nobody}
            for mover, browser in (("ann", ann), ("ann", ann), ("ben", ben), ("ben", ben)):
                answer = await sync_to_async(moves)(browser, table, htmx=way != "form")
                assert speaks(answer, "en" if mover == "ben" else CODE)
                for name, screen in screens.items():
                    if name != mover:
                        await screen.reads()

    async_to_sync(scene)()


def test_a_page_a_poll_and_a_refusal(table: Played, visits: Visits) -> None:
    browsers = {
        language: [visits(name, language) for name in ("ann", "ben", "cal", None)]
        for language in ("en", CODE)
    }
    for _ in range(2):  # rendered, and from memory
        for language, them in browsers.items():
            for browser in them:
                for headers in ({}, {"HX-Request": "true"}):
                    page = browser.get(f"/t/{table.id}/", headers=headers).content.decode()
                    assert speaks(page, language)
                    form = {"code": "draw stock", "ply": "0"}
                    refused = browser.post(f"/t/{table.id}/act/", form, headers=headers)
                    assert refused.status_code >= 400 or refused.status_code == 302
                    assert speaks(refused.content.decode(), language) or not refused.content


@pytest.mark.parametrize("first", ["en", CODE])
def test_names_given_by_the_site(first: str, cast: Cast, visits: Visits) -> None:
    """The names of bots and guests are words too, whoever looked first."""
    User.objects.filter(pk=cast["ann"].pk).update(is_guest=True)
    cast["ann"].refresh_from_db()
    opened = sits_down(cast, "ann", game="odin", seats=2, bots={1: Level.CLUB})
    snapshot_cache.forget()
    for language in (first, "en", CODE):
        page = visits("cal", language).get(f"/t/{opened.id}/").content.decode()
        assert speaks(page, language)
        assert ("⟦Guest ANN⟧" in page) == (language == CODE)
        assert ("⟦Club⟧" in page) == (language == CODE)


def test_the_lobby_and_the_count_in_the_head(table: Played, cast: Cast, visits: Visits) -> None:
    ann = visits("ann"), visits("ann", "en")

    async def scene() -> None:
        async with (
            Spoken(visits(), "/ws/lobby/", CODE) as lobby_of_cal,
            Spoken(visits(), "/ws/lobby/", "en") as lobby_of_ben,
            Spoken(ann[0], "/ws/turns/", CODE) as tab,
            Spoken(ann[1], "/ws/turns/", "en") as other_tab,
        ):
            for screen in (lobby_of_cal, lobby_of_ben, tab, other_tab):
                await screen.reads()
            await sync_to_async(sits_down)(cast, "dee")
            for screen in (lobby_of_cal, lobby_of_ben):
                assert "dee" in await screen.reads()

    async_to_sync(scene)()


def test_the_picture_of_a_game_that_has_ended(table: Played, cast: Cast, visits: Visits) -> None:
    """It is kept by caches on its way, which are told that it goes by language."""
    moves(visits("ann"), table)
    table.does("ben", "resign")
    cards = [visits(None, language).get(f"/t/{table.id}/card.png") for language in ("en", CODE)]
    assert [card.status_code for card in cards] == [200, 200]
    assert cards[0].content != cards[1].content and cards[0]["ETag"] != cards[1]["ETag"]
    assert all("Accept-Language" in card["Vary"] for card in cards)
