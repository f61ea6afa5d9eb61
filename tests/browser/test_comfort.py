"""The comforts of a board: cards that are dragged, sounds, turns that end by themselves."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.browser.opponent import Opponent, at_a_table
from tests.browser.player import Player
from tests.kit.chromium import PHONE, STILL
from tests.kit.servers import Site

CARD = ".slot > label.card"
PLACE = "label.go[data-i]:visible"
FIRST_NOTES = """() => { window.notes = [];
const Real = OscillatorNode; window.OscillatorNode = class extends Real {
  constructor(voice, how) { super(voice, how); notes.push(how.frequency); } }; }"""


def sits(open_page: Callable[..., Page], site: Site, **options: Any) -> tuple[Page, Opponent]:
    ann, ben = at_a_table(open_page(**options, **STILL), site)
    return ann.page, ben


def middle(found: Locator) -> tuple[float, float]:
    box = found.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_card_is_dragged_to_its_place_or_back(
    open_page: Callable[..., Page], live_site: Site
) -> None:
    page, _ben = sits(open_page, live_site)
    card = page.locator(CARD).nth(3)
    x, y = middle(card)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y - 60, steps=3)
    expect(page.locator(PLACE).first).to_be_visible()  # it is chosen, so its places light up
    page.mouse.move(*middle(page.locator(".bar .prompt")), steps=3)
    page.mouse.up()
    assert middle(card)[0] == x  # dropped beside: it lies in the hand again
    assert page.locator("#board").get_attribute("data-ply") == "2"
    page.mouse.move(*middle(card))
    page.mouse.down()
    page.mouse.move(x, y - 60, steps=3)
    page.mouse.move(*middle(page.locator(PLACE).last), steps=3)
    expect(page.locator(".is-over")).to_have_count(1)
    expect(page.locator(".drag-says")).to_be_visible()
    page.mouse.up()
    expect(page.locator(".drag-says")).to_have_count(0)
    page.locator("#board.is-drawing").wait_for()


def test_a_finger_drags_a_card(open_page: Callable[..., Page], live_site: Site) -> None:
    page, _ben = sits(open_page, live_site, **PHONE)
    card = page.locator(CARD).nth(3)
    card.tap()
    places = page.locator(PLACE)
    (x, y), (to_x, to_y) = middle(card), middle(places.last)
    card.tap()
    expect(places).to_have_count(0)
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": left, "y": top} for left, top in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    touch("touchStart", (x, y))
    for step in (0.3, 0.6, 1):
        touch("touchMove", (x + (to_x - x) * step, y + (to_y - y) * step))
    touch("touchEnd")
    page.locator("#board.is-drawing").wait_for()


def test_a_finger_flicks_a_card_and_holds_another(
    open_page: Callable[..., Page], live_site: Site
) -> None:
    page, _ben = sits(open_page, live_site, **PHONE)
    card = page.locator(CARD).nth(2)
    x, y = middle(card)
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float], **at: float) -> None:
        touched = [{"x": left, "y": top} for left, top in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched, **at})

    touch("touchStart", (x, y))
    page.locator("#lens").wait_for()  # held: what each place would become
    touch("touchEnd")
    expect(page.locator(".lens-marks > b")).to_have_count(2)
    expect(page.locator(".slot > :checked")).to_have_count(0)
    page.locator(".lens__close").tap()
    expect(page.locator("#lens, .lens-marks")).to_have_count(0)
    card.tap()
    to_x, to_y = middle(page.locator("label.go[data-i]:visible").last)
    card.tap()
    start, far = time.time(), math.hypot(to_x - x, to_y - y)
    touch("touchStart", (x, y), timestamp=start)
    for step in (1, 2, 3):  # 32 pixels in 40 ms, of which each event says when it was
        part = 1 - (128 + 32 * (3 - step)) / far
        at = start + 0.04 * step
        touch("touchMove", (x + (to_x - x) * part, y + (to_y - y) * part), timestamp=at)
    touch("touchEnd", timestamp=at)  # let go in motion: in 160 ms it would be there
    page.locator("#board.is-drawing").wait_for()


def test_a_card_is_looked_at_by_keyboard(open_page: Callable[..., Page], live_site: Site) -> None:
    page, _ben = sits(open_page, live_site)
    page.keyboard.press("3")
    page.keyboard.press("i")
    lens = page.locator("#lens")
    expect(lens).to_be_focused()
    said = page.locator("#lens [data-at^=mine] .lens__becomes").inner_text()
    assert said in page.locator(".lens-marks").inner_text()
    page.keyboard.press("Escape")
    expect(lens).to_have_count(0)
    expect(page.locator(".slot > :checked")).to_be_focused()  # it stays chosen
    place = page.locator(".way label.go[data-i]:visible")
    if place.count():
        assert " ".join(place.inner_text().split()).endswith(" ".join(said.split()))


def test_sounds_are_switched_on_here(open_page: Callable[..., Page], live_site: Site) -> None:
    page, ben = sits(open_page, live_site)
    page.evaluate(FIRST_NOTES)
    page.get_by_role("tab", name="Options").click()
    sounds = page.locator("[data-device=sound]")
    expect(sounds).not_to_be_checked()
    sounds.check()
    assert page.evaluate("notes.length") == 2  # how it will sound
    plays(page)
    page.locator("label[for=do-draw-stock]").click()
    page.locator("#board.is-waiting").wait_for()
    expect(sounds).to_be_checked()
    ben.plays()
    Player(page).waits_for_the_turn()
    assert page.evaluate("notes.length") == 4
    page.reload()
    expect(sounds).to_be_checked()


def plays(page: Page) -> None:
    page.locator(CARD).first.click()
    page.locator(PLACE).last.click()
    page.locator("#board.is-drawing").wait_for()  # no pile, so only the stock is left


def test_a_turn_ends_by_itself_unless_its_move_is_taken_back(
    open_page: Callable[..., Page], live_site: Site
) -> None:
    page, _ben = sits(open_page, live_site)
    finishes = page.locator("#finishes")
    plays(page)
    page.locator(".undo", has_text="Take back").click()
    page.locator("#board.is-picking").wait_for()
    page.get_by_role("tab", name="Options").click()
    expect(finishes).not_to_be_checked()  # as the pages of these tests have it
    with page.expect_response("**/notices/finish/"):
        finishes.check()
    plays(page)
    expect(page.locator("html[data-finishing]")).to_have_count(1)
    expect(page.locator("#said")).to_contain_text("U takes your move back")
    page.keyboard.press("u")
    page.locator("#board.is-picking").wait_for()
    expect(page.locator("html[data-finishing]")).to_have_count(0)
    plays(page)
    page.locator("#board.is-waiting").wait_for()  # nobody has drawn
    assert page.locator("#board").get_attribute("data-ply") == "8"


def test_a_page_that_is_left_ends_the_turn_at_once(
    open_page: Callable[..., Page], live_site: Site
) -> None:
    page, ben = sits(open_page, live_site)
    page.evaluate("document.getElementById('act').toggleAttribute('data-finishes', true)")
    plays(page)
    page.goto("/rules/lost_cities/")
    page.goto(f"/t/{ben.table}/")
    page.locator("#board.is-waiting").wait_for()


def pull(page: Page, found: Locator, to: Locator) -> None:
    page.mouse.move(*middle(found))
    page.mouse.down()
    page.mouse.move(*middle(to), steps=3)
    page.mouse.up()


def test_a_card_is_dragged_from_the_wall_into_the_hall(
    open_page: Callable[..., Page], live_site: Site
) -> None:
    page = open_page(**STILL)
    Player(page).enters()
    page.goto("/tables/new/?game=exhibition&seats=1")
    page.get_by_role("button", name="Open the table").click()
    card = page.locator(".wall > .plaque:has(> .go):not([data-c=white])").first
    title = card.get_attribute("data-card")
    page.mouse.move(*middle(card))
    page.mouse.down()
    page.mouse.move(*middle(page.locator(".hall--mine")), steps=3)
    expect(page.locator(".drag-says")).to_have_count(0)  # it is taken there, and laid nowhere yet
    page.mouse.up()
    held = page.locator("#board.is-held .plaque--held")
    expect(held).to_have_attribute("data-card", title or "")
    pull(page, held, page.locator(".tallies"))  # dropped beside: it is still in the hand
    page.mouse.move(*middle(held))
    page.mouse.down()
    page.mouse.move(*middle(page.locator(".case--six label.go").nth(2)), steps=3)
    expect(page.locator(".drag-says")).to_contain_text("point")
    page.mouse.up()
    expect(page.locator(f'.case--six li:nth-child(3)[data-card="{title}"]')).to_be_visible()
