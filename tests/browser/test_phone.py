"""On a telephone, 360 by 740, with one thumb: nothing to scroll, every target large enough. Boards
of every game on it hang in the gallery (tests/gallery)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.opponent import Opponent, at_a_table
from tests.browser.player import Player, skip
from tests.kit.chromium import PHONE, STILL
from tests.kit.forward import Forward
from tests.kit.servers import Site

SMALLEST = 24  # px: WCAG 2.2, 2.5.8; what is not a control of its own may be smaller
SCROLLS = """() => [document.documentElement, ...document.querySelectorAll(\
'#board, #board .table, #board .table *')].filter((box) => {
  const style = getComputedStyle(box), page = box === document.documentElement;
  if (box.id === "result") return false;  // a sheet: what its place does not hold is below
  return (page || /auto|scroll/.test(style.overflowX)) &&\
 box.scrollWidth > (page ? innerWidth : box.clientWidth + 1)
    || (page || /auto|scroll/.test(style.overflowY)) &&\
 box.scrollHeight > (page ? innerHeight : box.clientHeight + 1);
}).map((box) => box.className || box.localName)"""
TARGETS = """() => [...document.querySelectorAll(\
'#board :is(.slot > label.card, label.go, .undo, .strip__menu)')]
  .map((target) => [target.className, target.getBoundingClientRect()])\
.filter(([_, box]) => box.width)
  .map(([name, box]) => [name, Math.min(box.width, box.height), box.left, box.right,\
 box.top, box.bottom])"""


def fits(page: Page) -> None:
    """Everything of the board is on the screen at once, and what is tapped is large enough and
    whole."""
    assert page.evaluate(SCROLLS) == []
    width, height = page.evaluate("[innerWidth, innerHeight]")
    assert width == 360
    for name, size, left, right, top, bottom in page.evaluate(TARGETS):
        assert size >= SMALLEST, f"{name} is {size} px small"
        assert left >= 0 and right <= width and top >= 0 and bottom <= height, (
            f"{name} is not wholly on the screen"
        )


def test_the_end_of_a_game_by_touch(
    open_page: Callable[..., Page], live_site: Site, forward: Forward
) -> None:
    rng = Random(6)
    page = open_page(**PHONE, **STILL)
    ann, ben = Player(page, touch=True), Opponent(live_site)
    ann.enters()
    ann.opens_a_table()
    ben.sits_down_at(ann.table)
    ann.waits_for_the_start()
    skip(forward, ann, left=12)
    turns = 0
    while True:
        ben.plays()
        ann.waits_for_the_turn()
        fits(page)
        if ann.over:
            break
        ann.puts_a_card(rng)
        fits(page)
        ann.draws()
        turns += 1
    assert turns == 3
    expect(page.locator("#result")).to_be_visible()


def test_the_sheet_opens_and_closes_by_touch(
    open_page: Callable[..., Page], live_site: Site
) -> None:
    page = open_page(**PHONE, **STILL)
    at_a_table(page, live_site, touch=True)
    page.locator(".strip__menu").tap()
    page.locator("#tab-moves").tap()
    button = page.locator("#moves button[name=code]").first
    expect(button).to_be_visible()
    fits(page)
    button.tap()
    page.locator("#board.is-drawing").wait_for()
    page.locator(".side__close").tap()
    expect(page.locator(".side__close")).to_be_hidden()
    page.locator(".undo").tap()
    page.locator("#board.is-picking").wait_for()


def test_back_and_a_swipe_close_the_sheet(open_page: Callable[..., Page], live_site: Site) -> None:
    page = open_page(**PHONE, **STILL)
    _, ben = at_a_table(page, live_site, touch=True)
    close = page.locator(".side__close")
    for leave in (page.go_back, lambda: swipe_down(page, ".side__head"), lambda: close.tap()):
        page.locator(".strip__menu").tap()
        expect(close).to_be_visible()
        leave()
        expect(close).to_be_hidden()
        assert page.url.endswith(f"/t/{ben.table}/")
    page.wait_for_function("!(history.state || {}).sheets")
    page.locator(".strip__menu").tap()
    page.locator("#tab-options").tap()
    page.locator("#resign > summary").tap()
    page.get_by_role("button", name="Yes, resign").tap()
    expect(page.locator("#result")).to_be_visible()
    expect(close).to_be_hidden()  # nothing lies over the result


def swipe_down(page: Page, selector: str) -> None:
    box = page.locator(selector).bounding_box()
    assert box
    session = page.context.new_cdp_session(page)
    point = {"x": box["x"] + 20, "y": box["y"] + 10}
    for step, kind in enumerate(("touchStart", "touchMove", "touchMove", "touchMove", "touchEnd")):
        moved = [point | {"y": point["y"] + 60 * step}]
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [] if kind == "touchEnd" else moved},
        )


@pytest.mark.parametrize("size", [(360, 640), (320, 568), (412, 915), (740, 360)])
def test_other_telephones_scroll_at_most_downwards(
    open_page: Callable[..., Page], live_site: Site, size: tuple[int, int]
) -> None:
    page = open_page(**(PHONE | {"viewport": {"width": size[0], "height": size[1]}}), **STILL)
    ann, _ = at_a_table(page, live_site, touch=True, suits=6)
    ann.plays_a_turn(Random(7))
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_the_rules_open_over_the_table(open_page: Callable[..., Page], live_site: Site) -> None:
    page = open_page(**PHONE, **STILL)
    ben = Opponent(live_site)
    ben.table = ben.visitor.opens(order="seats", seat=1)
    page.goto(f"/t/{ben.table}/")
    page.get_by_role("link", name="The rules").tap()  # on the waiting page too
    expect(page.get_by_role("heading", name="The goal")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", name="The goal")).to_be_hidden()
    page.get_by_role("button", name="Sit down as a guest").tap()
    Player(page).waits_for_the_turn()
    page.evaluate(
        """document.querySelector(".strip__name").insertAdjacentHTML("beforeend",
        '<a id="why" href="/rules/lost_cities/#scoring" data-rules="#scoring">?</a>')"""
    )
    page.evaluate("document.getElementById('why').click()")
    expect(page.get_by_role("heading", name="Scoring", exact=True)).to_be_in_viewport()
    expect(page.get_by_role("heading", name="The goal")).not_to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Scoring", exact=True)).to_be_hidden()
    assert page.url.endswith(f"/t/{ben.table}/")
