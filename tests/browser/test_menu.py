"""A menu of the header closes by Escape, by a click elsewhere, and when the focus leaves it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.kit.chromium import PHONE, STILL


def test_a_menu_closes_again(open_page: Callable[..., Page]) -> None:
    page = open_page(**STILL, **PHONE)
    page.goto("/games/")
    menu = page.locator("details.menu")
    summary = menu.locator("summary")
    summary.click()
    here = menu.get_by_role("link", name="Learn", exact=True)
    expect(here).to_have_attribute("aria-current", "page")
    page.keyboard.press("Escape")
    expect(here).to_be_hidden()
    expect(summary).to_be_focused()
    summary.click()
    page.get_by_role("heading", name="Learn a game").click(position={"x": 1, "y": 1})
    expect(menu).not_to_have_attribute("open", "")
    summary.focus()
    page.keyboard.press("Enter")
    expect(menu).to_have_attribute("open", "")
    page.locator("footer a").first.focus()
    expect(menu).not_to_have_attribute("open", "")
