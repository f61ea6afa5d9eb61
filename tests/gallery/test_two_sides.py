"""The boards of two sides, at sizes where they were once cut: where a tap leads, and words that
are whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

from games.kernel.protocol import Setup
from games.registry import engines
from games.tables.state.snapshot import Snapshot
from tests.gallery.pictures import (
    EMPTY,
    LONG_NAMES,
    Picture,
    _moment,
    _named,
    _timed,
    picture,
    pictures,
)
from tests.gallery.test_small import JAMMED
from tests.gallery.wall import HERE, Wall, screen
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


HUNG = "(html) => wall.right([[html, {}]], {})"
OUTSIDE = """() => [...document.querySelectorAll(".stone .form")].flatMap((form) => {
  const words = document.createRange(), stone = form.closest(".stone").getBoundingClientRect();
  if (!form.closest(".half").querySelector(".card")) return [];
  form.innerHTML = "Colour run 24 <small>first</small>";
  words.selectNodeContents(form);
  const cards = [...form.closest(".half").querySelectorAll(".card")];
  const box = words.getBoundingClientRect(), size = parseFloat(getComputedStyle(form).fontSize);
  const beyond = [form, ...cards].map((part) => part.getBoundingClientRect()).some(
    (part) => part.top < stone.top - 1 || part.bottom > stone.bottom + 1);
  return box.left < stone.left - 1 || box.right > stone.right + 1 || size < 12 || beyond
    ? [`${stone.left} ${box.left} ${box.right} ${stone.right} ${size}`] : [];
})"""
LINES = """() => {
  const strip = document.querySelector(".strip--mine"), style = getComputedStyle(strip);
  const gap = document.querySelector("#result").getBoundingClientRect().top
    - strip.getBoundingClientRect().bottom;
  return Math.abs(gap) < 4 && !/, 0\\)|transparent/.test(style.borderBlockEndColor);
}"""
LEVEL = """() => {
  const middle = (part) => {
    const words = document.createRange();
    words.selectNodeContents(document.querySelector(`.strip--mine > .strip__${part}`));
    const box = words.getBoundingClientRect();
    return box.top + box.height / 2;
  };
  return Math.abs(middle("name") - middle("turn"));
}"""
BESIDE = """() => {
  const deck = document.querySelector(".stock .go").getBoundingClientRect();
  return deck.left - document.querySelector(".undo").getBoundingClientRect().right;
}"""
APART = """() => [...document.querySelectorAll(".because")].map((because) => {
  const pebble = because.closest(".stone").querySelector(".pebble").getBoundingClientRect();
  const sign = because.getBoundingClientRect(), scale = pebble.width / 54 > .7 ? 1 : .8;
  const across = sign.left + sign.width / 2 - pebble.left - pebble.width / 2;
  const down = sign.top + 15 - pebble.top - pebble.height / 2;
  return Math.hypot(across, down) - pebble.width / 2 - 5 * scale - 9;
})"""
TINTED = """() => [...document.querySelectorAll(".is-free")].filter(
  (stone) => getComputedStyle(stone).backgroundImage !== "none").length"""
CUT = """() => {
  const name = document.querySelector(".strip--theirs .strip__name");
  return name.scrollWidth - name.clientWidth;
}"""
CLOSE = """() => [...document.querySelectorAll(".result .ends tbody tr")].flatMap((row) => {
  const boxes = [...row.querySelectorAll("td")].map((cell) => {
    const words = document.createRange();
    words.selectNodeContents(cell.querySelector("summary") || cell);
    return [...words.getClientRects()].findLast((line) => line.width > 1);
  });
  const gaps = boxes.slice(1).map((box, at) => box.left - boxes[at].right);
  return gaps.filter((gap) => gap < 2);
})"""
BOARD = "() => document.getElementById('board').outerHTML"
GUEST = "Guest W6QM"
SAID = ("my turn", "not my turn", "spectator", "refused")


def hung(wall: Wall, size: str, shown: Picture) -> None:
    wall.page.set_viewport_size(screen(size))
    wall.open(shown.page)
    wall.page.evaluate(HUNG, shown.html)


@pytest.mark.parametrize("size", ["640x400", "768x1024"])
def test_what_a_side_makes_stands_in_its_column(browser: Browser, size: str) -> None:
    """The longest formation, with the sign that it was complete first. The cards make room."""
    shown = turns("schotten_totten", {}, 1, 1)[-1]
    with Wall(browser) as wall:
        hung(wall, size, shown)
        assert wall.page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize(
    ("slug", "size"),
    [
        ("lost_cities", "360x640"),
        ("lost_cities", "768x1024"),
        ("schotten_totten", "768x1024"),
        ("schotten_totten", "1280x800"),
    ],
)
def test_one_line_parts_the_result_from_the_strip(browser: Browser, slug: str, size: str) -> None:
    with Wall(browser) as wall:
        hung(wall, size, picture(games(slug, {}, 1)[-1], 0, "ended"))
        assert not wall.page.evaluate(LINES)


def test_six_colours_and_the_rounds_before_stand_apart(browser: Browser) -> None:
    end = games("lost_cities", {"suits": "6", "rounds": "3"}, 2)[-1]
    with Wall(browser) as wall:
        hung(wall, "1280x800", picture(end, 0, "ended"))
        assert wall.page.evaluate(JAMMED, wall.page.evaluate(BOARD)) == []
        assert wall.page.evaluate(CLOSE) == []


def test_whose_turn_it_is_stands_beside_the_name(browser: Browser) -> None:
    with Wall(browser) as wall:
        hung(wall, "1280x800", turns("lost_cities", {}, 3, 24)[0])
        assert wall.page.evaluate(LEVEL) < 2


def test_the_deck_lies_beside_the_button_that_takes_back(browser: Browser) -> None:
    found = [one for one in turns("schotten_totten", {}, 1, 1) if "press--draw" in one.html]
    with Wall(browser) as wall:
        hung(wall, "360x640", next(one for one in found if 'class="undo' in one.html))
        assert wall.page.evaluate(BESIDE) >= 2


@pytest.mark.parametrize("size", ["640x400", "768x1024"])
def test_why_a_stone_can_be_claimed_is_asked_beside_its_ring(browser: Browser, size: str) -> None:
    found = [one for one in turns("schotten_totten", {}, 1, 1) if 'class="because' in one.html]
    with Wall(browser) as wall:
        hung(wall, size, found[0])
        apart = wall.page.evaluate(APART)
    assert apart and min(apart) >= 0


def test_a_lit_column_is_not_tinted_as_a_row(browser: Browser) -> None:
    with Wall(browser) as wall:
        hung(wall, "640x400", turns("schotten_totten", {}, 1, 1)[0])
        wall.page.locator(".slot > input").first.dispatch_event("click")
        assert wall.page.locator(".slot > :checked").count() == 1
        assert wall.page.evaluate(TINTED) == 0


@pytest.mark.parametrize(
    ("slug", "options", "size"),
    [
        ("lost_cities", {"rounds": "3"}, "640x400"),
        ("schotten_totten", {}, "360x640"),
    ],
)
def test_the_name_of_a_guest_is_whole(
    browser: Browser, slug: str, options: dict[str, str], size: str
) -> None:
    """At the end, and on a phone on its side while the guest plays as well."""
    played = games(slug, options, 1)
    shown = [picture(played[-1], 0, "ended")]
    if size == "640x400":
        theirs = [one for one in played if one.status == "running" and seat(one) == 1]
        shown.append(picture(_timed(theirs[-1], 1, "normal"), 0, "not my turn"))
    with Wall(browser) as wall:
        for one in shown:
            html = re.sub("|".join(LONG_NAMES), GUEST, one.html)
            hung(wall, size, Picture(one.name, one.state, one.page, html))
            assert wall.page.evaluate(CUT) <= 1


@pytest.mark.parametrize("slug", ["lost_cities", "schotten_totten"])
def test_a_phone_on_its_side_cuts_no_word(browser: Browser, slug: str) -> None:
    """Whatever is said, and however long the names are."""
    found = pictures(engines()[slug])
    shown = [one for state in SAID for one in found if one.state == state][::2]
    told = {"names": [*LONG_NAMES, *boards.NAMES], "phone": True}
    how = {"read": True, "measured": False}
    with Wall(browser, is_mobile=True, has_touch=True) as wall:
        faults = list(wall.faults({"640x400": shown}, "right", told, lambda *_: how))
    assert not faults, "\n" + "\n".join(faults)


WHOLE = """() => {
  const told = document.querySelector(".told").getBoundingClientRect();
  const room = document.querySelector(".bar").getBoundingClientRect();
  return told.top >= room.top - 1 && told.bottom <= room.bottom + 1;
}"""


@pytest.mark.parametrize("slug", ["lost_cities", "schotten_totten", "odin"])
def test_what_was_done_is_whole_in_a_replay(browser: Browser, slug: str) -> None:
    """However long the name of whoever did it is."""
    end = games(slug, {}, 1)[-1]
    with Wall(browser, is_mobile=True, has_touch=True) as wall:
        for ply in range(10, 40, 3):
            hung(wall, "360x640", _moment(end, None, {"ply": str(ply), "eyes": "1"}))
            assert wall.page.evaluate(WHOLE), ply


def test_what_a_card_makes_in_a_mud_fight_stays_on_its_line(browser: Browser) -> None:
    """Beside the sign of a combat mode there is room for one."""
    shown = turns("schotten_totten", {"tactics": "on"}, 1, 1)
    fights = [one for one in shown if 'class="mode"' in one.html]
    made = ".stone:has(.mode) > .goes > .go > span"
    with Wall(browser) as wall:
        for one in fights:
            hung(wall, "1280x800", one)
            if wall.page.locator(made).count():
                break
        ways = wall.page.locator(made).evaluate_all(
            "all => all.map((one) => getComputedStyle(one).whiteSpace)"
        )
    assert {*ways} == {"nowrap"}
