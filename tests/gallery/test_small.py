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
  const names = "#board :is(.rival__who > b, .rival__name, .ends b, .sheet thead th > span)";
  const low = (name) => name.closest(".sheet") && name.scrollHeight > name.clientHeight + 1;
  const cut = (name) => name.scrollWidth > name.clientWidth + 1 || low(name);
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

CROWDED = """(html) => {
  wall.right([[html, {}]], {});
  const faults = [];
  for (const rival of document.querySelectorAll("#board .rival")) {
    const row = rival.getBoundingClientRect(), name = rival.querySelector(".rival__name");
    for (const card of rival.querySelectorAll(".fan > ul > .card")) {
      const box = card.getBoundingClientRect();
      if (box.top < row.top - 1 || box.bottom > row.bottom + 1) faults.push(name.textContent);
    }
  }
  return faults;
}"""

HEADS = """(html) => {
  wall.right([[html, {}]], {});
  const words = document.createRange();
  return [...document.querySelectorAll(".scene thead th")].filter((head) => {
    words.selectNodeContents(head);
    return new Set([...words.getClientRects()].map((line) => line.top)).size > 1;
  }).map((head) => head.textContent);
}"""

LEADS = """(html) => {
  wall.right([[html, {}]], {});
  const words = document.querySelector(".lead > h2"), middle = document.querySelector(".middle");
  return words ? words.scrollWidth - middle.clientWidth : 0;
}"""

COVERED = """(html) => {
  wall.right([[html, {}]], {});
  const box = (name) => document.querySelector(name).getBoundingClientRect();
  const result = box("#result"), mine = box(".strip--mine"), table = box(".result__table");
  const half = mine.top < result.top - 1 && mine.bottom > result.top + 1;
  return [half && "strip", table.top < result.top && "table"].filter(Boolean);
}"""

SINCE = """(html) => {
  wall.right([[html, {}]], {});
  const words = document.createRange();
  const boxes = [...document.querySelectorAll(".since__did")].map((deed) => {
    words.selectNodeContents(deed);
    const all = [...words.getClientRects()].filter((box) => box.width > 1);
    return [Math.min(...all.map((box) => box.left)), Math.max(...all.map((box) => box.right))];
  });
  const prompt = document.querySelector(".say--first > .do");
  const cut = prompt.scrollWidth > prompt.clientWidth && prompt.textContent;
  const close = boxes.filter(([left], at) => at && left < boxes[at - 1][1] + 1).length;
  return [close && "deeds", cut].filter(Boolean);
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
        ("exhibition", 2, "ended", "360x640", "BartholomewKnightsbridg"),
        ("exhibition", 3, "ended", "640x400", "BartholomewKnightsbridg"),
        ("exhibition", 3, "ended", "1280x800", "BartholomewKnightsbridg"),
        ("exhibition", 5, "ended", "768x1024", "BartholomewKnightsbridg"),
        ("exhibition", 4, "ended", "360x640", "BartholomewKnightsbridge"),
        ("exhibition", 5, "ended", "360x640", "BartholomewKnightsbridge"),
        ("exhibition", 5, "ended", "1280x800", "BartholomewKnightsbridge"),
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


@pytest.mark.parametrize("size", ["320x568", "640x400"])
def test_a_card_that_a_rival_took_stands_in_its_row(browser: Browser, size: str) -> None:
    found = [one for one in pictures(engines()["odin"]) if re.search("for [56],", one.name)]
    shown = [one for one in found if one.state == "my turn"]
    with Wall(browser, viewport=screen(size), **PHONES) as wall:
        wall.open(shown[0].page)
        assert [wall.page.evaluate(CROWDED, one.html) for one in shown] == [[] for _ in shown]
    assert any("data-k=" in one.html for one in shown)


@pytest.mark.parametrize("size", ["360x640", "640x400", "768x1024", "1280x800"])
def test_the_heads_of_the_points_of_a_hand_have_a_line_each(browser: Browser, size: str) -> None:
    found = [one for one in pictures(engines()["odin"]) if one.state == "scene"]
    with Wall(browser, viewport=screen(size)) as wall:
        wall.open(found[0].page)
        assert [wall.page.evaluate(HEADS, one.html) for one in found] == [[] for _ in found]
    assert any("<thead>" in one.html for one in found)


def test_the_longest_name_leads_within_the_sea(browser: Browser) -> None:
    found = [one for one in pictures(engines()["odin"]) if 'class="lead"' in one.html]
    shown = [one for one in found if LONG_NAMES[0] in one.html]
    wide = [re.sub("|".join(LONG_NAMES), "W" * 24, one.html) for one in shown]
    with Wall(browser, viewport=screen("360x640"), **PHONES) as wall:
        wall.open(shown[0].page)
        assert max(wall.page.evaluate(LEADS, html) for html in wide) <= 0
    assert any("_24ch leads" in one.html for one in shown)


@pytest.mark.parametrize("size", ["768x1024", "1024x768", "1280x800"])
def test_a_result_cuts_neither_its_table_nor_a_strip(browser: Browser, size: str) -> None:
    found = [one for one in pictures(engines()["odin"]) if one.state == "ended"]
    with Wall(browser, viewport=screen(size)) as wall:
        wall.open(found[0].page)
        assert [wall.page.evaluate(COVERED, one.html) for one in found] == [[] for _ in found]


@pytest.mark.parametrize("size", ["360x640", "640x400", "768x1024", "1280x800"])
def test_what_four_did_since_one_s_turn_stands_apart_and_leaves_room(
    browser: Browser, size: str
) -> None:
    found = [one for one in pictures(engines()["exhibition"]) if "for 5," in one.name]
    shown = [one for one in found if 'data-n="4"' in one.html and "is-take" in one.html]
    shown = [one for one in shown if re.search('class="since"[^>]*data-n="4"', one.html)]
    with Wall(browser, viewport=screen(size)) as wall:
        wall.open(shown[0].page)
        assert [wall.page.evaluate(SINCE, one.html) for one in shown] == [[] for _ in shown]
