"""The room of the boards and the worlds behind them: numerals stay uncovered, a chosen card moves
nothing but itself, and what is drawn is for the eye alone."""

from __future__ import annotations

from functools import cache

import pytest
from playwright.sync_api import Browser

from games.kernel.protocol import Setup
from games.registry import engines
from tests.gallery.pictures import Picture, picture
from tests.gallery.test_looks import PHONES
from tests.gallery.wall import Wall, screen
from tests.kit.boards import moments

pytestmark = pytest.mark.browser
FANS = """(html) => {
  wall.right([[html, {}]], {});
  const grown = (fan, count) => {
    while (fan.children.length < count) fan.append(fan.lastElementChild.cloneNode(true));
    fan.dataset.n = fan.children.length;
    fan.closest(".half").classList.toggle("is-long", fan.children.length > 7);
  };
  const covered = [];
  for (let count = 1; count <= 10; count++) {
    for (const fan of document.querySelectorAll(".fan")) {
      grown(fan, count);
      document.getElementById("board").dataset.longest = count;
      const room = fan.closest(".half").getBoundingClientRect();
      const boxes = [...fan.children].map((card) => [card, card.querySelector("b")]);
      const [cards, numerals] = [0, 1].map((at) => boxes.map((b) => b[at].getBoundingClientRect()));
      numerals.forEach((numeral, at) => {
        const next = cards[at + 1];
        const over = next && numeral.bottom > next.top + 2 && numeral.left + 9 > next.left;
        if (over) covered.push(`${count}: a numeral`);
      });
      const end = cards.at(-1);
      const out = end.bottom > room.bottom + 1 || cards[0].top < room.top - 1;
      if (out) covered.push(`${count}: cards`);
    }
  }
  return covered;
}"""
STILL = """(html) => {
  wall.right([[html, {}]], {});
  const kinds = ".slot, .card b, .ghost, .pile, .stone, .place, .set, .strip, .bar, .stock";
  const all = [...document.querySelectorAll(`#board .table :is(${kinds})`)];
  const boxes = () => all.map((box) => {
    const { x, y, width, height } = box.getBoundingClientRect();
    return [box.className, x, y, width, height].join();
  });
  const before = boxes();
  const card = document.querySelector("#board .slot > input:not(:checked)");
  card.click();
  const own = card.parentElement;
  return boxes().filter((box, at) => box !== before[at] && !own.contains(all[at]));
}"""


@cache
def midway(slug: str) -> Picture:
    """Return a board in the middle of a random game, on the turn of the first seat."""
    engine = engines()[slug]
    setup = Setup(min(seats for seats in engine.seats if seats > 1), {}, engine.ruleset)
    played = moments(engine, setup, 1)
    shown = (picture(one, 0, "my turn") for one in played[len(played) // 2 : -1])
    return next(one for one in shown if "is-picking" in one.html)


def on(browser: Browser, size: str) -> Wall:
    return Wall(browser, viewport=screen(size), **(PHONES if int(size[:3]) < 400 else {}))


@pytest.mark.parametrize("size", ["320x568", "360x640", "768x1024", "1280x800"])
def test_numerals_of_an_expedition_are_never_covered(browser: Browser, size: str) -> None:
    """From few cards to ten, which is the longest fan there is."""
    with on(browser, size) as wall:
        wall.open(midway("lost_cities").page)
        assert not wall.page.evaluate(FANS, midway("lost_cities").html)


@pytest.mark.parametrize("slug", ["lost_cities", "schotten_totten"])
@pytest.mark.parametrize("size", ["360x640", "1280x800"])
def test_a_chosen_card_moves_nothing_but_itself(browser: Browser, slug: str, size: str) -> None:
    with on(browser, size) as wall:
        wall.open(midway(slug).page)
        assert not wall.page.evaluate(STILL, midway(slug).html)
