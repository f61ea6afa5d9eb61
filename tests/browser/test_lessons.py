"""A lesson by keyboard: by the board's own keys, and by Tab and Enter alone."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.test_axe import finds_nothing
from tests.browser.test_keyboard import Keys
from tests.kit.chromium import STILL


def test_a_lesson_is_walked_by_keyboard(open_page: Callable[..., Page]) -> None:
    page = open_page(**STILL)
    keys, says = Keys(page), page.locator("#says")
    page.goto("/learn/lost_cities/3/")
    assert page.evaluate("document.activeElement.id") == "panel", "reading begins at the task"

    keys.press("8", "p")  # the eighth card, red 2, is played
    expect(says).to_have_text("Red stands at 2 − 20 = −18 now.")
    keys.press("Tab", "Enter")  # Next comes first
    expect(page.locator("h1")).to_contain_text("Step 4 of 9")

    keys.press("3", "p")  # blue 3 does not go on blue 5
    expect(page.get_by_role("alert")).to_contain_text("3 is lower than your 5.")
    assert page.evaluate("document.activeElement.id") == "panel"
    keys.goes_to("#moves > summary")  # the same in words
    keys.press("Enter")
    keys.goes_to("#do-play-B8")
    keys.press("Enter")
    expect(says).to_have_text("8 lies on 5: −3 now.")


def test_lessons_are_read_aloud_and_fit(open_page: Callable[..., Page]) -> None:
    page = open_page(**STILL)
    for address in ("lost_cities/4", "schotten_totten/6", "odin/4", "exhibition/5", "odin/9"):
        page.goto(f"/learn/{address}/")
        finds_nothing(page)
