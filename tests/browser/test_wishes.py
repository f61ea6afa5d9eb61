"""The page about news: a wish is saved at once, falls back when it was not, and is kept without
JavaScript too."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.player import Player
from tests.kit.chromium import PHONE, PLAIN

pytestmark = pytest.mark.browser


def breaks(route: Route) -> None:
    """Let the page be read, and nothing be sent."""
    if route.request.method == "POST":
        route.abort()
    else:
        route.continue_()


def test_a_wish_is_saved_at_once_or_falls_back(ann: Page) -> None:
    Player(ann).enters()
    ann.goto("/notices/")
    wish, sentence = ann.get_by_label("Push").nth(1), ann.locator("#wishes-saved")
    wish.select_option("Hourly")
    expect(sentence).to_have_text("Saved.")
    ann.reload()
    expect(wish).to_have_value("hourly")
    ann.route("**/notices/", breaks)
    wish.select_option("Off")
    expect(sentence).to_have_text("Not saved. Try again.")
    expect(wish).to_have_value("hourly")


def test_one_button_saves_all_without_javascript(open_page: Callable[..., Page]) -> None:
    page = open_page(**PHONE | PLAIN)
    Player(page).enters()
    page.goto("/notices/")
    page.get_by_label("Push").nth(1).select_option("Daily")
    page.get_by_label("Push").nth(3).select_option("Off")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_label("Push").nth(1)).to_have_value("daily")
    expect(page.get_by_label("Push").nth(3)).to_have_value("off")
