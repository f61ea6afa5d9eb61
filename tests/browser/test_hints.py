"""A hint in a browser: its card is chosen and one tap plays it; another card puts it aside."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.player import Player
from tests.browser.test_bots import in_a_hurry_at_the_table
from tests.kit.chromium import PHONE, STILL


def test_a_hint_is_asked_for_and_played_with_one_tap(open_page: Callable[..., Page]) -> None:
    page = open_page(**PHONE, **STILL)
    ann = Player(page, touch=True)
    ann.plays_a_bot()
    in_a_hurry_at_the_table(page)
    ann.waits_for_the_turn()
    page.locator("#ask-hint").tap()
    hint = page.locator(".hint")
    expect(hint).to_contain_text("Why:")
    expect(page.locator(".hints")).to_have_attribute("role", "status")
    chosen = page.locator(".slot > input:checked")
    expect(chosen).to_have_attribute("data-hinted", "")
    page.locator(".slot > label:not([for*=" + str(chosen.get_attribute("value")) + "])").first.tap()
    expect(hint).to_be_hidden()
    expect(page.locator(".slot > input:checked")).not_to_have_attribute("data-hinted", "")
    page.locator(f".slot > label[for={chosen_id(page)}]").tap()
    expect(hint).to_be_visible()
    ply = ann.data("ply")
    page.locator(".go[data-hinted]").tap()
    expect(page.locator(f"#board:not([data-ply='{ply}'])")).to_be_visible()
    expect(page.locator("#board [data-hinted]")).to_have_count(0)


def chosen_id(page: Page) -> str:
    return str(page.locator(".slot > input[data-hinted]").get_attribute("id"))


def test_the_cross_puts_a_hint_away(open_page: Callable[..., Page]) -> None:
    page = open_page(**STILL)
    ann = Player(page)
    ann.plays_a_bot()
    ann.waits_for_the_turn()
    page.locator("#ask-hint").click()
    expect(page.locator(".hint[data-code]")).to_be_visible()
    page.get_by_role("button", name="Hide the hint").click()
    expect(page.locator("#ask-hint")).to_be_visible()
    expect(page.locator(".slot > input:checked")).to_have_count(0)
