"""Boards on small phones. On the smallest, of 320 × 568, nothing scrolls, and what is pressed is
wholly on the screen; names are whole where there is room."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize

from games.registry import engines
from tests.gallery.pictures import LONG_NAMES, Picture, pictures
from tests.gallery.test_looks import PHONES
from tests.gallery.test_zoom import with_large_text
from tests.gallery.wall import Wall, screen
from tests.kit import boards

pytestmark = pytest.mark.browser
STATES = ("my turn", "not my turn", "spectator", "ended")
TOLD = {"phone": True, "names": [*LONG_NAMES, *boards.NAMES]}
CUT = """(html) => {
  wall.right([[html, {}]], {});
  const names = "#board :is(.rival__who > b, .rival__name, .ends b)";
  const cut = (name) => name.scrollWidth > name.clientWidth + 1;
  return [...document.querySelectorAll(names)].filter(cut).map((name) => name.textContent);
}"""

TRAY = """(html) => {
  wall.right([[html, {}]], {});
  const all = [...document.querySelectorAll(".strips > .plaque")];
  const cards = all.filter((card) => card.offsetHeight);
  return cards.map((card) => {
    const words = card.querySelector("span");
    words.textContent = "A solar eclipse is photographed on Príncipe to test relativity";
    return words.offsetHeight - card.clientHeight;
  });
}"""

OVER = """(html) => {
  wall.right([[html, {}]], {});
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  return Math.ceil(box(".middle .set").bottom - box(".strip--mine").top);
}"""

NEXT = """(html) => {
  wall.right([[html, {}]], {});
  const strip = document.querySelector(".strip--theirs"), words = document.createRange();
  strip.querySelector(".strip__next").hidden = false;
  strip.querySelector(".strip__next b").textContent = "1";
  const clock = document.createElement("div");
  clock.className = "strip__clock";
  clock.innerHTML = `<time class="clock">5 days</time>`;
  strip.querySelector(".strip__facts").replaceWith(clock);
  words.selectNodeContents(clock);
  const score = strip.querySelector(".strip__score").getBoundingClientRect();
  return Math.ceil(words.getBoundingClientRect().right - score.left);
}"""

JAMMED = """(html) => {
  wall.right([[html, {}]], {});
  const range = document.createRange();
  const words = [...document.querySelectorAll(".result .ends__word")].map((word) => {
    range.selectNodeContents(word);
    return [range.getBoundingClientRect(), word];
  });
  const seen = words.filter(([, word]) => word.offsetWidth > 1);
  const jams = ([box], at) => at && box.left < seen[at - 1][0].right + 2;
  return seen.filter(jams).map(([, word]) => word.textContent);
}"""


def how(picture: Picture, viewport: ViewportSize) -> dict[str, Any]:
    return {"read": False, "measured": True, "choose": picture.state == "my turn"}


@pytest.mark.parametrize("slug", engines())
def test_the_smallest_phone_shows_the_whole_board(browser: Browser, slug: str) -> None:
    found = pictures(engines()[slug])
    shown = [one for state in STATES for one in found if one.state == state][::4]
    with Wall(browser, **PHONES) as wall:
        faults = list(wall.faults({"320x568": shown}, "right", TOLD, how))
    assert not faults, "\n" + "\n".join(faults)


@pytest.mark.parametrize(
    ("slug", "seats", "state", "size", "name"),
    [
        ("exhibition", 3, "spectator", "360x640", "Hilla"),
        ("exhibition", 3, "my turn", "360x640", "Hilla"),
        ("odin", 3, "ended", "360x640", "Bartholomew"),
        ("odin", 3, "ended", "768x1024", "Bartholomew"),
        ("odin", 3, "spectator", "768x1024", "BartholomewKnightsbridge"),
    ],
)
def test_a_name_is_whole_where_there_is_room(
    browser: Browser, slug: str, seats: int, state: str, size: str, name: str
) -> None:
    found = [one for one in pictures(engines()[slug]) if f"for {seats}," in one.name]
    picture = next(one for one in found if one.state == state and LONG_NAMES[0] in one.html)
    with Wall(browser, viewport=screen(size)) as wall:
        wall.open(picture.page)
        assert not wall.page.evaluate(CUT, re.sub("|".join(LONG_NAMES), name, picture.html))


@pytest.mark.parametrize("size", ["360x702", "360x740", "390x844"])
def test_three_lines_of_a_card_stand_in_the_tray(browser: Browser, size: str) -> None:
    found = [one for one in pictures(engines()["exhibition"]) if one.state == "first game"]
    with Wall(browser, viewport=screen(size), **PHONES) as wall:
        wall.open(found[0].page)
        over = [wall.page.evaluate(TRAY, one.html) for one in found]
    assert any(over) and max(map(max, filter(None, over))) <= 0


@pytest.mark.parametrize(("size", "large"), [("320x568", False), ("360x740", True)])
def test_what_lies_on_the_table_has_its_room_beside_five_rivals(
    browser: Browser, size: str, large: bool
) -> None:
    found = [one for one in pictures(engines()["odin"]) if "for 6," in one.name]
    shown = [one for one in found if one.state == "my turn" and 'class="set"' in one.html]
    with Wall(browser, viewport=screen(size), **PHONES) as wall:
        wall.open((with_large_text(shown[0]) if large else shown[0]).page)
        over = [wall.page.evaluate(OVER, one.html) for one in shown]
    assert over and max(over) <= 0


@pytest.mark.parametrize("size", ["320x568", "360x640"])
def test_a_guest_s_points_do_not_lie_on_the_time_beside_the_way_to_the_next_table(
    browser: Browser, size: str
) -> None:
    found = [one for one in pictures(engines()["lost_cities"]) if one.state == "ended"]
    shown = next(one for one in found if LONG_NAMES[0] in one.html)
    with Wall(browser, viewport=screen(size), **PHONES) as wall:
        wall.open(shown.page)
        assert wall.page.evaluate(NEXT, shown.html) <= 0


@pytest.mark.parametrize("size", ["360x640", "640x400", "844x390", "768x1024", "1280x800"])
def test_the_words_above_six_colours_stand_apart(browser: Browser, size: str) -> None:
    found = [one for one in pictures(engines()["lost_cities"]) if "suits=6" in one.name]
    shown = [one for one in found if one.state == "ended"]
    with Wall(browser, viewport=screen(size), **PHONES) as wall:
        wall.open(shown[0].page)
        assert [wall.page.evaluate(JAMMED, one.html) for one in shown] == [[] for _ in shown]
    assert shown
