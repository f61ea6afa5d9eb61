"""A guest clicks once and plays against a bot to the end: with JavaScript, and without."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Page, expect

from tests.browser.player import ENDED, YOUR_TURN, Player, skip
from tests.browser.test_without_javascript import presses_a_move
from tests.kit.chromium import PHONE, PLAIN, STILL
from tests.kit.forward import Forward


def in_a_hurry(page: Page) -> None:
    """Switches the bots' pause off, in the settings."""
    here = page.url
    page.goto("/accounts/#play")
    page.locator(".switch", has=page.locator("[name=bots_pause]")).click()
    if page.locator("#play").get_by_role("button", name="Save").is_visible():
        page.locator("#play").get_by_role("button", name="Save").click()
    else:
        page.locator("[data-saved]", has_text="Saved.").wait_for()
    page.goto(here)


def in_a_hurry_at_the_table(page: Page) -> None:
    """Switches the bots' pause off in the options of the board, which stay open."""
    page.locator(".strip__menu").first.tap()
    page.locator("#tab-options").tap()
    switch = page.get_by_role("switch", name="Bots pause")
    switch.tap()
    expect(switch).to_have_attribute("aria-checked", "false")
    page.locator(".side__close").tap()


def test_one_click_and_a_game(open_page: Callable[..., Page], forward: Forward) -> None:
    page = open_page(**PHONE, **STILL)
    player, rng = Player(page, touch=True), Random(8)
    player.plays_a_bot()
    bot = page.locator(".strip--theirs .strip__name").inner_text()
    in_a_hurry_at_the_table(page)
    for _ in range(3):
        player.waits_for_the_turn()
        player.plays_a_turn(rng)
    player.waits_for_the_turn()
    skip(forward, player, left=12)
    while True:
        player.waits_for_the_turn()
        if player.over:
            break
        player.plays_a_turn(rng)
    expect(page.locator("#result")).to_contain_text(bot)
    page.locator("#result").get_by_role("button", name="Rematch").tap()
    expect(page.locator("#board[data-status=running]")).to_be_visible()


def test_without_javascript_too(open_page: Callable[..., Page], forward: Forward) -> None:
    page, rng = open_page(**PLAIN), Random(9)
    ann = Player(page)
    page.goto("/")
    page.get_by_role("button", name="Play now", exact=True).click()
    in_a_hurry(page)
    for _ in range(2):
        page.locator(YOUR_TURN).wait_for()  # the page looks again by itself while the bot thinks
        while page.locator("#moves button[name=code]").count():
            presses_a_move(ann, rng)
    page.locator(YOUR_TURN).wait_for()
    skip(forward, ann, left=8)
    while page.locator(YOUR_TURN).or_(page.locator(ENDED)).wait_for() or not ann.over:
        presses_a_move(ann, rng)
    expect(page.locator("#result")).to_be_visible()
