"""Tactics cards of Schotten Totten: nothing lies over the targets of a ruse, and a card that waits
in the hand can be read."""

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
