"""Exhibition by keyboard: arrows reach every card and every place, and Enter plays it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from games.kernel.protocol import Setup
from games.registry import engines
from tests.gallery.pictures import picture
from tests.gallery.wall import HERE, SCRIPT, Wall
from tests.kit import boards

pytestmark = pytest.mark.browser
EXHIBITION = engines()["exhibition"]
HANG = """(html) => {
  wall.right([[html, {}]], {});
  window.pressed = [];
  document.getElementById("act").addEventListener("click", (event) => {
    const button = event.target.closest("#moves button");
    if (button) { event.preventDefault(); pressed.push(button.value); }
  }, true);
}"""
SEEN = """[...document.querySelectorAll("#board .reach")].filter(
  (found) => found.getClientRects().length).map((found) => found.id)"""
ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")


@pytest.fixture
def wall(browser: Browser) -> Iterator[Wall]:
    with Wall(browser, viewport={"width": 1280, "height": 800}) as wall:
        yield wall


@pytest.mark.parametrize("step", ["take", "place", "travel"])
def test_arrows_reach_all_that_is_lit_and_enter_plays_it(wall: Wall, step: str) -> None:
    found = boards.moments(EXHIBITION, Setup(2, {}, EXHIBITION.ruleset), 3)
    states = [(one, one.position.state) for one in found if one.position is not None]
    moment = next(one for one, state in states if state.turn == 0 and state.step == step)
    shown = picture(moment, 0, "my turn")
    wall.html = shown.page
    wall.page.goto(HERE)
    wall.page.evaluate(SCRIPT)
    wall.page.evaluate(HANG, shown.html)
    lit, keys = set(wall.page.evaluate(SEEN)), wall.page.keyboard
    keys.press("ArrowRight")  # from nowhere to the first
    reached: set[str] = set()
    ahead = [wall.page.evaluate("document.activeElement.id")]
    while ahead:
        reached.add(here := ahead.pop())
        for arrow in ARROWS:
            wall.page.evaluate("(id) => document.getElementById(id).focus()", here)
            keys.press(arrow)
            at = wall.page.evaluate("document.activeElement.id")
            ahead += [at] if at not in {*reached, *ahead} else []
    assert lit and reached >= lit, lit - reached
    keys.press("Escape")
    wall.page.evaluate("(id) => document.getElementById(id).focus()", min(lit))
    keys.press("Enter")
    assert wall.page.evaluate("pressed.length") == 1
