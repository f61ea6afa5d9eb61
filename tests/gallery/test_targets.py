"""Nothing lies over the targets of a ruse of Schotten Totten, and a tactics card that waits in the
hand can be read. In Lost Cities all of one's side of a lane takes its card."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from games.kernel.protocol import Setup
from games.registry import engines
from games.tables.state.snapshot import Snapshot
from tests.gallery.pictures import Picture, picture
from tests.gallery.wall import Wall
from tests.kit import boards

pytestmark = pytest.mark.browser
SCHOTTEN_TOTTEN = engines()["schotten_totten"]
COVERED = """() => {
  const seen = (found) => found.getClientRects().length;
  const hit = (place) => {
    const box = place.getBoundingClientRect();
    return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  };
  const faults = [];
  const look = (card, places) => {
    const lit = [...document.querySelectorAll(places)].filter(seen);
    if (!lit.length) faults.push(`${card} lights nothing`);
    for (const place of lit) {
      if (!place.contains(hit(place))) faults.push(`${card}: ${place.htmlFor} is covered`);
    }
    return lit;
  };
  for (const radio of document.querySelectorAll(".slot > [data-to=aim]")) {
    radio.click();
    const [first] = look(radio.value, ".lanes .go");
    if (first && !first.htmlFor.startsWith("do-")) {
      document.getElementById(first.htmlFor).click();
      look(first.htmlFor, ".aim .to");
    }
    document.getElementById("from-none").click();
  }
  return faults;
}"""
PALE = """() => {
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const light = (colour) => {
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
    return red + green + blue;
  };
  return [...document.querySelectorAll(".hand .card[data-tactic]")].map((card) =>
    light(getComputedStyle(card.querySelector("b")).color)
      - light(getComputedStyle(card).backgroundColor));
}"""
TAKES = """() => {
  const faults = [];
  let looked = 0;
  for (const radio of document.querySelectorAll(".slot > [data-i]")) {
    radio.click();
    for (const place of document.querySelectorAll(".way > .go[data-i]")) {
      if (!place.getClientRects().length) continue;
      const side = place.closest(".half"), box = side.getBoundingClientRect();
      looked += 1;
      for (let at = 4; at < 100; at += 8) for (const across of [10, 50, 90]) {
        const x = box.left + box.width * across / 100, y = box.top + box.height * at / 100;
        const hit = document.elementFromPoint(x, y);
        if (hit !== place) faults.push(`${side.id}, at ${across} % and ${at} %: ${hit.className}`);
      }
    }
  }
  return [looked, faults];
}"""
AIR = """() => {
  const range = document.createRange(), found = [];
  for (const radio of document.querySelectorAll(".slot > [data-i]")) {
    radio.click();
    for (const place of document.querySelectorAll(".pile > .go[data-i]")) {
      if (!place.getClientRects().length) continue;
      range.selectNodeContents(place);
      found.push(place.clientWidth - range.getBoundingClientRect().width);
    }
  }
  return found;
}"""
SIZES = [(360, 640), (844, 390), (768, 1024), (1280, 800)]


def ruses() -> list[Picture]:
    """Return boards on which whoever is to move holds a ruse with targets, each kind of them."""
    setup = Setup(2, {"tactics": "on"}, SCHOTTEN_TOTTEN.ruleset)
    found: dict[str, Picture] = {}
    for seed in range(20):
        for one in boards.moments(SCHOTTEN_TOTTEN, setup, seed)[20:]:
            for kind in _playable(one) - set(found):
                found[kind] = picture(one, _mover(one), "my turn")
        if len(found) == 3:
            break
    return list(found.values())


def _mover(snapshot: Snapshot) -> int:
    return next(iter(SCHOTTEN_TOTTEN.to_act(_state(snapshot))), 0)


def _playable(snapshot: Snapshot) -> set[str]:
    if not SCHOTTEN_TOTTEN.to_act(_state(snapshot)):
        return set()
    legal = SCHOTTEN_TOTTEN.legal_actions(_state(snapshot), _mover(snapshot))
    verbs = {SCHOTTEN_TOTTEN.encode(action).partition(" ")[0] for action in legal}
    return verbs & {"strategist", "traitor", "banshee"}


def _state(snapshot: Snapshot) -> Any:
    assert snapshot.position is not None
    return snapshot.position.state


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_ruse_takes_the_card_that_is_tapped(browser: Browser, width: int, height: int) -> None:
    found = ruses()
    assert found
    with Wall(browser, viewport={"width": width, "height": height}) as wall:
        for one in found:
            wall.html = one.page.replace('<section id="board"></section>', one.html)
            wall.page.goto("http://gallery.test/")
            assert wall.page.evaluate(COVERED) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_tactics_card_stays_dark_while_one_waits(browser: Browser, scheme: str) -> None:
    setup = Setup(2, {"tactics": "on"}, SCHOTTEN_TOTTEN.ruleset)
    played = boards.moments(SCHOTTEN_TOTTEN, setup, 1)
    waiting = next(
        one
        for one in played
        if SCHOTTEN_TOTTEN.to_act(_state(one))
        and SCHOTTEN_TOTTEN.view(_state(one), None).tactics_counts[1 - _mover(one)]
    )
    shown = picture(waiting, 1 - _mover(waiting), "not my turn")
    with Wall(browser, viewport={"width": 1280, "height": 800}, color_scheme=scheme) as wall:
        wall.html = shown.page.replace('<section id="board"></section>', shown.html)
        wall.page.goto("http://gallery.test/")
        found = wall.page.evaluate(PALE)
    assert found and min(found) > 300


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_all_of_ones_side_of_a_lane_takes_its_card_and_the_pile_says_so(
    browser: Browser, width: int, height: int
) -> None:
    lost_cities = engines()["lost_cities"]
    setup = Setup(2, {"suits": "6"}, lost_cities.ruleset)
    moments = [
        one
        for one in boards.moments(lost_cities, setup, 3)
        if one.position and lost_cities.to_act(one.position.state) == {0}
    ]
    with Wall(browser, viewport={"width": width, "height": height}) as wall:
        for one in moments[8:40:8]:
            shown = picture(one, 0, "my turn")
            wall.html = shown.page.replace('<section id="board"></section>', shown.html)
            wall.page.goto("http://gallery.test/")
            looked, faults = wall.page.evaluate(TAKES)
            assert looked and faults == []
            assert min(wall.page.evaluate(AIR)) >= 3  # the word stands clear of its frame
