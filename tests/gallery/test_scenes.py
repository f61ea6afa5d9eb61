"""The end of a deal lies over the board until its reader goes on, once: by button, keys or time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from playwright.sync_api import Browser, Page, expect

from games.odin.engine import ENGINE
from games.tables.board.scenes import SECONDS
from tests.gallery.pictures import Picture, pictures
from tests.gallery.wall import HERE, SCRIPT, Wall
from tests.kit import boards

pytestmark = pytest.mark.browser
HANG = "html => { wall.right([[html, {}]], {}); }"


@pytest.fixture(scope="module")
def scenes() -> list[Picture]:
    """Return the ends of hands as the player sees them who leads the next one."""
    found = [picture for picture in pictures(ENGINE) if picture.state == "scene"]
    return [picture for picture in found if "seat None" not in picture.name]


@pytest.fixture
def ended(browser: Browser, scenes: list[Picture]) -> Iterator[Callable[..., tuple[Page, str]]]:
    """Return a function that shows the end of a hand in a browser whose time stands still; it
    returns the page and the board."""
    with Wall(browser) as wall:

        def show(*, live: bool = True) -> tuple[Page, str]:
            scene = next(one for one in scenes if ("data-seconds" in one.html) == live)
            wall.html = scene.page
            wall.page.clock.install(time=boards.NOON - timedelta(hours=1))
            wall.page.clock.pause_at(boards.NOON)  # an installed clock goes on by itself
            wall.page.goto(HERE)
            wall.page.evaluate(SCRIPT)
            wall.page.evaluate(HANG, scene.html)
            return wall.page, scene.html

        yield show


def shown(page: Page) -> bool:
    return page.locator("#scene").is_visible() and not page.locator(".middle").is_visible()


@pytest.mark.parametrize("way", ["click", "Enter", "Escape"])
def test_whoever_goes_on_sees_the_board_and_not_the_end_again(
    ended: Callable[..., tuple[Page, str]], way: str
) -> None:
    page, html = ended()
    assert shown(page)
    expect(page.locator("#go-on")).to_be_focused()
    page.keyboard.press("1")  # nothing is chosen under it
    assert page.locator(".slot > input:checked").count() == 0
    if way == "click":
        page.locator("#go-on").click()
    else:
        page.keyboard.press(way)
    assert not shown(page) and page.locator(".middle").is_visible()
    assert page.evaluate("document.activeElement.matches('.slot > input')")
    page.evaluate(HANG, html)
    assert not shown(page), "the same end comes again with every board"
    page.reload()
    page.evaluate(SCRIPT)
    page.evaluate(HANG, html)
    assert not shown(page), "this browser remembers"


def test_a_live_game_goes_on_by_itself(ended: Callable[..., tuple[Page, str]]) -> None:
    page, html = ended()
    page.clock.run_for(3000)
    expect(page.locator("#scene-next b")).to_have_text(re.compile(f"Hand .+ in {SECONDS - 3} s"))
    page.evaluate(HANG, html)  # somebody has moved: the seconds go on
    expect(page.locator("#scene-next b")).to_have_text(re.compile(f"Hand .+ in {SECONDS - 3} s"))
    page.clock.run_for((SECONDS - 3) * 1000)
    assert not shown(page)


def test_by_correspondence_the_reader_goes_on(ended: Callable[..., tuple[Page, str]]) -> None:
    page, _html = ended(live=False)
    page.clock.run_for(60_000)
    assert shown(page)
    expect(page.locator("#scene-next b")).to_have_text(re.compile(r"^Hand \d+$"))
