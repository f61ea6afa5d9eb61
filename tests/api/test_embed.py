"""Frames for other pages, their description, and feeds."""

from __future__ import annotations

import tests.kit.with_django  # noqa: F401

# isort: split
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client

from games.tables import services
from games.tables.models import Table
from tests.kit.people import browser_of
from tests.tables.conftest import NOON, Played

pytestmark = pytest.mark.django_db


def test_a_frame_shows_what_a_spectator_sees_without_cookie_and_script(table: Played) -> None:
    client = browser_of(table.cast["ann"])
    page = client.get(f"/embed/t/{table.id}/")
    text = page.content.decode()
    assert page.status_code == 200 and not page.cookies and "<script" not in text
    assert 'id="board"' in text and 'data-seat=""' in text and 'name="code"' not in text
    assert "csrfmiddlewaretoken" not in text
    assert "frame-ancestors *" in page["Content-Security-Policy"]


def test_what_is_not_public_is_in_no_frame(table: Played) -> None:
    waits = services.open_table(creator=table.cast["ann"], game="odin", now=NOON)
    assert Client().get(f"/embed/t/{waits.id}/").status_code == 404
    Table.objects.filter(pk=table.id).update(private=True, version=99)
    assert Client().get(f"/embed/t/{table.id}/").status_code == 404
    address = f"{settings.BASE_URL}/t/{table.id}/"
    assert Client().get("/oembed", {"url": address}).status_code == 404


def test_a_table_is_described_for_whoever_links_to_it(played_out: Played) -> None:
    address = f"{settings.BASE_URL}/t/{played_out.id}/"
    found = Client().get("/oembed", {"url": address, "maxwidth": "300"}).json()
    assert (found["type"], found["width"]) == ("rich", 300)
    assert f'src="{settings.BASE_URL}/embed/t/{played_out.id}/"' in found["html"]
    assert "application/json+oembed" in Client().get(f"/t/{played_out.id}/").content.decode()
    for other in ("https://example.org/t/x/", "nonsense", f"{settings.BASE_URL}/daily/", ""):
        assert Client().get("/oembed", {"url": other}).status_code == 404


def test_the_games_of_a_player_are_a_feed(played_out: Played) -> None:
    root = ElementTree.fromstring(Client().get("/@/ann/games.atom").content)
    space = "{http://www.w3.org/2005/Atom}"
    (entry,) = root.findall(f"{space}entry")
    assert entry.find(f"{space}link").get("href").endswith(f"/t/{played_out.id}/")  # type: ignore[union-attr]
    Table.objects.filter(pk=played_out.id).update(private=True)
    assert Client().get("/@/nobody/games.atom").status_code == 404


def test_announcements_are_a_feed() -> None:
    assert Client().get("/announcements.atom").status_code == 200
