"""Moments that weigh something: what is played when a board brings one, how long, and what ends
it; and the question whether they are heard."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect

from games.kernel.protocol import Setup
from games.registry import engines
from tests.gallery.pictures import Picture, picture
from tests.gallery.wall import Wall
from tests.kit import boards

pytestmark = pytest.mark.browser
BEFORE = """(html) => {
  document.dispatchEvent(new CustomEvent("board:before"));
  document.getElementById("board").outerHTML = html;
  document.dispatchEvent(new CustomEvent("board:after", { detail: { news: true } }));
}"""
BEATS = """() => document.getAnimations().filter((one) => one.id === "beat").map((one) => {
  const { target } = one.effect, { delay, duration } = one.effect.getTiming();
  return [target.id || target.className, delay + duration];
})"""
LONGEST = 1200


def claim() -> tuple[Picture, Picture, int]:
    """Return the boards before and after a claim as its player sees them, and the stone."""
    engine = engines()["schotten_totten"]
    game = boards.moments(engine, Setup(2, {}, engine.ruleset), 4)
    before, after = next(
        pair for pair in pairwise(game) if pair[1].log[-1].entry.code.startswith("claim")
    )
    entry = after.log[-1].entry
    stone = int(entry.code.partition(" ")[2])
    return picture(before, entry.seat, "before"), picture(after, entry.seat, "after"), stone


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with Wall(browser, viewport={"width": 390, "height": 844}) as wall:
        wall.page.emulate_media(reduced_motion="no-preference")
        before, _after, _stone = claim()
        wall.open(before.page)
        wall.page.wait_for_function("document.querySelector('script[src*=moments], [src*=later]')")
        wall.page.wait_for_load_state("networkidle")
        yield wall.page


def played(page: Page) -> list[tuple[str, float]]:
    before, after, _stone = claim()
    page.evaluate(BEFORE, before.html)
    page.evaluate(BEFORE, after.html)
    return [(name, end) for name, end in page.evaluate(BEATS)]


def test_a_claim_knocks_at_its_stone_and_a_tap_ends_it(page: Page) -> None:
    stone = claim()[2]
    found = played(page)
    assert {name for name, _end in found} == {f"pebble-{stone}", f"stone-{stone}"}
    assert all(end <= LONGEST for _name, end in found)
    page.dispatch_event("body", "pointerdown")
    assert page.evaluate(BEATS) == []


def test_under_reduced_motion_nothing_moves(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    assert played(page) == []


def test_a_board_that_goes_back_brings_no_moment(page: Page) -> None:
    before, after, _stone = claim()
    for html in (after.html, before.html):
        page.evaluate(BEFORE, html)
    assert page.evaluate(BEATS) == []


@pytest.mark.parametrize("answer", ["On", "Not now"])
def test_sound_is_asked_for_once(page: Page, answer: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    ask = page.locator("#sound-ask")
    expect(ask).to_be_hidden()
    played(page)
    ask.get_by_role("button", name=answer).click()
    expect(ask).to_be_hidden()
    switch = page.locator('[data-device="sound"]')
    assert switch.is_checked() == (answer == "On")
    played(page)
    expect(ask).to_be_hidden()


@pytest.mark.parametrize("answer", ["On", "Not now"])
def test_on_a_phone_the_next_page_has_a_line_for_the_question(page: Page, answer: str) -> None:
    ask, table = page.locator("#sound-ask"), page.locator(".table")
    played(page)
    expect(ask).to_be_hidden()
    page.reload()
    page.wait_for_load_state("networkidle")
    played(page)
    line, board = ask.bounding_box(), table.bounding_box()
    assert line and board
    assert line["y"] + line["height"] <= board["y"] and board["y"] + board["height"] == 844
    ask.get_by_role("button", name=answer).click()
    expect(ask).to_be_hidden()
    assert page.locator('[data-device="sound"]').is_checked() == (answer == "On")
    page.reload()
    expect(ask).to_be_hidden()
