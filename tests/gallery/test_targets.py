"""What lights up takes the tap: nothing lies over the targets of a ruse."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from games.kernel.protocol import Setup
from games.registry import engines
from games.tables.state.snapshot import Snapshot
from tests import boards
from tests.gallery.pictures import Picture, picture
from tests.gallery.wall import Wall

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
