"""Lines for the next turn in a browser: left in the tab "If …", played while nobody is there."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import Player
from tests.browser.test_axe import finds_nothing
from tests.browser.test_turns import deals, plays
from tests.kit.chromium import PHONE, STILL
from tests.kit.servers import Site
from tests.kit.visitor import Visitor


@pytest.fixture
def ben(live_site: Site) -> Visitor:
    return Visitor(live_site.port, "ben").enters()


def test_a_line_is_left_and_played(
    open_page: Callable[..., Page], ben: Visitor, live_site: Site
) -> None:
    page = open_page(own=True, **PHONE, **STILL)
    ann = Player(page, touch=True)
    ann.enters()
    table = deals(ben, page, "ben")
    page.goto(f"/t/{table}/")
    ann.waits_for_the_start()
    page.locator(".ahead").tap()
    expect(page.get_by_role("tab", name="If …")).to_have_attribute("aria-selected", "true")
    page.get_by_label("What happens").select_option(label="starts an expedition")
    expect(page.get_by_label("How high")).to_be_hidden()
    page.get_by_label("What happens").select_option(label="anything else")
    expect(page.get_by_label("Colour")).to_be_hidden()
    page.get_by_label("Play or discard").select_option("discard")
    page.get_by_role("button", name="Keep it").tap()
    line = page.locator(".plan summary").first
    expect(line).to_contain_text("draw from the stock")
    expect(page.locator("html")).to_have_attribute("data-sheet", "")
    line.tap()
    finds_nothing(page)
    plays(ben, live_site, table)
    expect(page.locator("#plans-note")).to_contain_text("Your line 1 was played")
    expect(page.locator("#board")).not_to_have_attribute("data-your-turn", "")
    expect(page.locator("html")).not_to_have_attribute("data-sheet", "")
