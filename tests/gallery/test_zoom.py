"""Boards of Odin and Exhibition in a window at a zoom of 200 %, and with text at 150 %: no word is
cut off or covered, and the menu stays in sight."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize

from games.registry import engines
from tests.gallery.pictures import LONG_NAMES, Picture, pictures
from tests.gallery.test_looks import WAITING
from tests.gallery.wall import Wall
from tests.kit import boards

pytestmark = pytest.mark.browser
LARGE = "<style>html { font-size: 150% !important; }</style></head>"
STATES = ("my turn", "spectator", "ended", "replay")
MENU = "#board .strip__menu"
TOLD = {"phone": False, "names": [*LONG_NAMES, *boards.NAMES]}


def some(slug: str, every: int) -> list[Picture]:
    found = [one for one in pictures(engines()[slug]) if one.state not in WAITING]
    return [one for state in STATES for one in found if one.state == state][::every]


def with_large_text(picture: Picture) -> Picture:
    """Return the picture on a page of somebody who has set text to 150 %."""
    return replace(picture, page=picture.page.replace("</head>", LARGE))


def how(picture: Picture, viewport: ViewportSize) -> dict[str, Any]:
    return {"read": True, "measured": False, "choose": picture.state == "my turn"}


@pytest.mark.parametrize("slug", ["odin", "exhibition"])
def test_at_200_percent_every_word_is_whole(browser: Browser, slug: str) -> None:
    """As a window of 1280 × 800 is: 640 × 400."""
    with Wall(browser) as wall:
        faults = list(wall.faults({"640x400": some(slug, 4)}, "right", TOLD, how))
    assert not faults, "\n" + "\n".join(faults)


@pytest.mark.parametrize("slug", ["odin", "exhibition"])
def test_with_text_at_150_percent_every_word_is_whole(browser: Browser, slug: str) -> None:
    """But a sentence that begins with a long name may end with it."""
    hung = [with_large_text(one) for one in some(slug, 5)]
    with Wall(browser) as wall:
        faults = list(wall.faults({"1280x800": hung}, "right", TOLD, how))
    faults = [fault for fault in faults if "’s turn" not in fault]
    assert not faults, "\n" + "\n".join(faults)


@pytest.mark.parametrize("slug", ["odin", "exhibition"])
@pytest.mark.parametrize("size", [(640, 400), (360, 740)])
def test_the_menu_stays_in_sight(browser: Browser, slug: str, size: tuple[int, int]) -> None:
    """Also beside a clock that is low, and on a phone with large text."""
    picture = next(
        one for one in pictures(engines()[slug]) if one.state == "my turn" and "is-low" in one.html
    )
    viewport: ViewportSize = {"width": size[0], "height": size[1]}
    with Wall(browser, viewport=viewport) as wall:
        wall.open((with_large_text(picture) if size[0] < 620 else picture).page)
        wall.page.evaluate("html => wall.right([[html, {}]], {})", picture.html)
        box = wall.page.locator(MENU).first.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= size[0]
        assert box["width"] >= 24 and box["height"] >= 24
