"""A review in a browser: asked for by one button, it names its luck and the worst moment, and from
there one plays on."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from playwright.sync_api import Page, expect

from tests.browser.player import Player
from tests.browser.test_axe import finds_nothing
from tests.kit.chromium import PHONE, STILL
from tests.kit.forward import Forward

ENTRIES = 14
"""After so many, played at random, Ann gives up: mistakes enough, and reviewed in some seconds."""
PATIENCE = 240_000


def test_a_review_names_luck_and_worst_moment_and_one_plays_on(
    open_page: Callable[..., Page], forward: Forward
) -> None:
    page = open_page(**PHONE, **STILL)
    ann = Player(page, touch=True)
    ann.plays_a_bot()
    table = ann.table
    page.goto("about:blank")
    forward.plays(table, seed=3, entries=ENTRIES)
    page.goto(f"/t/{table}/")
    ann.waits_for_the_turn()
    page.evaluate("document.querySelector('[formaction$=\"/resign/\"]').click()")
    page.goto(f"/t/{table}/")

    page.get_by_role("button", name="Review").tap()
    expect(page).to_have_url(re.compile("/review/$"))
    expect(page.locator("h1")).to_contain_text("The cards", timeout=PATIENCE)
    expect(page.locator("svg.curve:visible")).to_have_count(1)
    finds_nothing(page)
    worst = page.locator(".moment").first
    expect(worst).to_contain_text("about")
    expect(worst).to_contain_text("Better")
    worst.get_by_role("link", name="In the replay").tap()
    expect(page.locator("#board")).to_be_visible()
    page.go_back()
    worst.get_by_role("button", name="Play on from here", exact=True).tap()
    ann.waits_for_the_turn()
    assert ann.table != table
    expect(page.locator(".notices")).to_contain_text("dealt again")
    below = page.evaluate("document.querySelector('.table').getBoundingClientRect().bottom")
    assert below <= page.viewport_size["height"], "the message pushes the hand out of the window"
    ann.plays_a_turn(Random(1))
