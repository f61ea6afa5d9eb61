"""Being found: the words of links in chats, and the files that browsers and search engines ask
for."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.registry import engines
from games.tables.board import picture
from games.tables.models import Table
from tests.kit import tiers
from tests.kit.played import sits_down
from tests.tables.pages import read

Visits = Callable[..., Client]


def head(client: Client, path: str) -> dict[str, str]:
    """Return what a page tells about itself, by name or property."""
    return tells(path, client.get(path).content.decode())


def tells(path: str, html: str) -> dict[str, str]:
    told: dict[str, str] = {}
    for meta in read(html).all("meta"):
        name = meta.attributes.get("property") or meta.attributes.get("name")
        if name and not (name in told and name == "theme-color"):
            assert name not in told, f"{path} says {name} twice"
            told[name] = meta.attributes["content"] or ""
    return told


def size(png: bytes) -> tuple[int, ...]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", png[16:24])


@pytest.mark.parametrize(
    "path",
    ["/", "/games/", "/games/odin/", "/rules/odin/", "/leaderboard/odin/", "/accounts/login/"],
)
def test_a_page_says_what_it_is(path: str, visits: Visits) -> None:
    client = visits()
    html = client.get(path).content.decode()
    told = tells(path, html)
    assert len(told["description"]) > 40
    assert told["og:title"] and told["og:description"] == told["description"]
    assert told["og:url"] == settings.BASE_URL + path
    assert re.fullmatch("#[0-9a-f]{6}", told["theme-color"])
    assert told["og:image"].startswith(settings.BASE_URL + "/")
    png = client.get(told["og:image"].removeprefix(settings.BASE_URL))
    assert size(png.content) == (1200, 630)
    assert f'<link rel="canonical" href="{settings.BASE_URL}{path}">' in html
    icon = re.search(r'rel="apple-touch-icon" href="([^"]+)"', html)
    assert icon and icon[1].startswith("/static/img/touch-icon.")


def test_a_link_invites(opens: Callable[..., Table], visits: Visits) -> None:
    table = opens("ann")
    told = head(visits(), f"/t/{table.id}/")
    assert told["og:title"] == "ann invites you: Lost Cities"
    assert told["og:description"] == (
        "Every route costs you before it pays. 1 seat is free · not rated · no clock"
        " · About 20 minutes · Free, without an account"
    )
    assert told["robots"] == "noindex"
    png = visits().get(f"/t/{table.id}/card.png")
    assert size(png.content) == (1200, 630) and "max-age=60" in png["Cache-Control"]
    assert told["og:image:alt"] == "Lost Cities: ann invites you"


def test_a_private_link_invites_its_holder_and_is_listed_nowhere(
    opens: Callable[..., Table], visits: Visits
) -> None:
    table = opens("ann", private=True)
    told = head(visits(), f"/t/{table.id}/")
    assert told["og:title"] == "ann invites you: Lost Cities" and told["robots"] == "noindex"
    assert visits().get(f"/t/{table.id}/card.png")["Cache-Control"].startswith("private")
    for path in ("/", "/sitemap.xml", "/robots.txt", "/games/"):
        assert table.id not in visits().get(path).content.decode()


def test_a_running_game_has_no_picture(deals: Callable[..., Table], visits: Visits) -> None:
    table = deals("ann", "ben")
    told = head(visits(), f"/t/{table.id}/")
    assert told["og:title"] == "Lost Cities: ann, ben" and "og:image" not in told
    assert visits().get(f"/t/{table.id}/card.png").status_code == 404


def test_a_name_that_the_font_has_not_is_not_drawn(cast: dict[str, User]) -> None:
    for name, drawn in (("さくら", "Player 1"), ("Zoë", "Zoë")):
        user = User.objects.create_user(name)
        table = sits_down({"host": user}, "host", game="odin", seats=3)
        facts = picture.invitation(table.snapshot)
        assert facts is not None and facts.headline == f"{drawn} invites you"


def test_robots_are_led_to_the_list_of_pages(visits: Visits) -> None:
    robots = visits().get("/robots.txt")
    assert robots["Content-Type"].startswith("text/plain")
    lines = robots.content.decode().splitlines()
    assert lines[0] == "User-agent: *" and "Disallow: /accounts/" in lines
    assert lines[-1] == f"Sitemap: {settings.BASE_URL}/sitemap.xml"


def test_the_list_of_pages_leads_to_pages(visits: Visits, cast: Any) -> None:
    client = visits()
    answer = client.get("/sitemap.xml")
    assert answer["Content-Type"].startswith("application/xml")
    found = [place.text or "" for place in ElementTree.fromstring(answer.content).iter()]
    pages = [text for text in found if text.startswith(settings.BASE_URL)]
    assert len(pages) == 9 + 4 * len(engines()) == len(set(pages))
    for page in pages[: tiers.part(len(pages))]:
        assert client.get(page.removeprefix(settings.BASE_URL)).status_code == 200


def test_the_icon_that_browsers_ask_for(visits: Visits) -> None:
    icon = visits().get("/favicon.ico")
    assert icon["Content-Type"] == "image/x-icon" and icon.content.startswith(b"\0\0\1\0\3\0")
    assert "max-age" in icon["Cache-Control"]


def test_colours_follow_the_theme(cast: dict[str, User], visits: Visits) -> None:
    User.objects.filter(pk=cast["ann"].pk).update(theme="dark")
    assert head(visits("ann"), "/")["theme-color"] == "#1a1713"
