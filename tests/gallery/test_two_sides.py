"""The boards of two sides, at sizes where they were once cut: where a tap leads, and words that
are whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from games.kernel.protocol import Setup
from games.registry import engines
from games.tables.state.snapshot import Snapshot
from tests.gallery.pictures import EMPTY, LONG_NAMES, Picture, _named, picture
from tests.gallery.wall import HERE, Wall
from tests.kit import boards

pytestmark = pytest.mark.browser
SIZES = {
    "360x640": True,
    "844x390": True,
    "1280x800": False,
}
# What a tap would press at points of a lane, once a card is chosen: by the number of the card.
LANES = """() => {
  const faults = [];
  const at = (box, x, y) => document.elementFromPoint(
    box.left + box.width * x, box.top + box.height * y)?.closest("label")?.htmlFor;
  const chosen = new Set();
  for (const radio of document.querySelectorAll(".slot > input")) {
    const number = radio.dataset.i, card = radio.value, suit = card[0];
    if (chosen.has(number)) continue;
    chosen.add(number);
    radio.click();
    const fits = document.getElementById(`do-play-${card}`);
    for (const lane of document.querySelectorAll(".lane")) {
      const own = lane.id === `lane-${suit}`;
      const wanted = { theirs: `whose-${number}`,
        mine: !own ? `why-${number}` : fits ? `do-play-${card}` : `own-${number}` };
      for (const side of ["theirs", "mine"]) {
        const box = lane.querySelector(`.half--${side}`).getBoundingClientRect();
        for (const [x, y] of [[.1, .5], [.5, .5], [.9, .5], [.5, .2], [.5, .9]]) {
          const found = at(box, x, y);
          const over = document.elementFromPoint(
            box.left + box.width * x, box.top + box.height * y)?.closest(".sum, .hand");
          if (!over && found !== wanted[side]) faults.push(
            `${card} at ${x} ${y} of ${lane.id}, ${side}: ${found}`);
        }
      }
    }
    radio.checked = false;
  }
  return faults;
}"""


def games(slug: str, options: dict[str, str], seed: int) -> list[Snapshot]:
    engine = engines()[slug]

    def choose(rng: Random, codes: list[str]) -> str:
        claims = [code for code in codes if code.startswith("claim")]
        stock = [code for code in codes if code == "draw stock" and rng.random() < 0.8]
        return rng.choice(claims or stock or codes)

    played = boards.moments(engine, Setup(2, options, engine.ruleset), seed, choose)
    return [_named(one, long=True) for one in played]


def seat(moment: Snapshot) -> int | None:
    assert moment.position is not None
    return next(iter(moment.engine.to_act(moment.position.state)), None)


def turns(slug: str, options: dict[str, str], seed: int, step: int) -> list[Picture]:
    """Return every so-manieth board of a game, as whoever is to act sees it."""
    found = [(one, seat(one)) for one in games(slug, options, seed) if one.status == "running"]
    return [picture(one, its, "my turn") for one, its in found if its is not None][::step]


@pytest.fixture(params=SIZES)
def wall(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Wall]:
    width, height = map(int, request.param.split("x"))
    phone = SIZES[request.param]
    viewport = {"width": width, "height": height}
    with Wall(browser, viewport=viewport, is_mobile=phone, has_touch=phone) as wall:
        yield wall


def hang(wall: Wall, shown: Picture) -> None:
    wall.html = shown.page.replace(EMPTY, shown.html)
    wall.page.goto(HERE)


@pytest.mark.parametrize("suits", ["5", "6"])
def test_all_of_ones_half_of_a_lane_is_the_place_of_its_colour(wall: Wall, suits: str) -> None:
    """Elsewhere a tap is told what is wrong: another colour, the other side, a higher card."""
    found = turns("lost_cities", {"suits": suits, "rounds": "1"}, 3, 24)
    put = [one for one in found if "is-picking" in one.html]
    assert any("no--own" in one.html for one in put)
    for shown in put[:2]:
        hang(wall, shown)
        assert wall.page.evaluate(LANES) == []


LARGE = "html { font-size: 150% }"
READ: dict[str, Callable[[], list[Picture]]] = {
    "lost cities": lambda: turns("lost_cities", {"suits": "6", "rounds": "3"}, 2, 67),
    "schotten totten": lambda: turns("schotten_totten", {"tactics": "on", "rounds": "2"}, 5, 31),
}


@pytest.mark.parametrize("game", READ)
@pytest.mark.parametrize(("size", "style"), [("640x400", ""), ("1280x800", LARGE)])
def test_words_are_whole_at_twice_the_size(
    browser: Browser, game: str, size: str, style: str
) -> None:
    """At 640 by 400, which is 1280 by 800 at 200 percent, and with text half as large again."""
    shown = [_styled(one, style) for one in READ[game]()]
    told: dict[str, Any] = {"names": [*LONG_NAMES, *boards.NAMES], "phone": True}
    how = {"read": True, "measured": False, "choose": True}
    with Wall(browser) as wall:
        faults = list(wall.faults({size: shown}, "right", told, lambda *_: how))
    assert not faults, "\n" + "\n".join(faults)


def _styled(shown: Picture, style: str) -> Picture:
    page = shown.page.replace("</head>", f"<style>{style}</style></head>")
    return Picture(shown.name, shown.state, page, shown.html)
