"""Hundreds of boards of every game fit their screens, and axe finds nothing on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ViewportSize

from games import registry
from games.registry import engines
from tests.gallery.pictures import LONG_NAMES, Picture, pictures, setups
from tests.gallery.wall import Wall
from tests.kit import boards

pytestmark = pytest.mark.browser  # also what needs none: a module stays together
ENGINES = list(engines().values())
GAMES = [engine.slug for engine in ENGINES]
WAITING = ("open", "closed")  # pages that may be as long as they like
STATES = {
    *WAITING,
    *(
        "first game",
        "my turn",
        "not my turn",
        "offers",
        "spectator",
        "refused",
        "take back",
        "ended",
        "replay",
    ),
}
PHONES: dict[str, Any] = {"is_mobile": True, "has_touch": True}
SCREENS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {  # sizes by the kind of screen
    "phones": (PHONES, ("360x600", "360x640", "360x740", "412x915", "844x390")),
    "desks": ({}, ("768x1024", "1024x768", "1280x800")),
}
SIZES = [size for _options, sizes in SCREENS.values() for size in sizes]
MEASURED = {"360x640": 2, "360x740": 8, "768x1024": 8, "1280x800": 8}  # one board in so many
EVERYTHING = {"rules": {"target-size": {"enabled": True}}}
LOOKS: dict[str, tuple[dict[str, Any], str]] = {
    "light": (PHONES, "360x740"),
    "dark": ({}, "1280x800"),
}


@pytest.fixture(scope="module")
def hung() -> dict[str, list[Picture]]:
    return {engine.slug: pictures(engine) for engine in ENGINES}


def of_all(hung: dict[str, list[Picture]], first: int, every: int) -> list[Picture]:
    return [picture for game in GAMES for picture in hung[game][first::every]]


@pytest.mark.parametrize("kind", SCREENS)
def test_boards_fit_and_words_are_whole(
    browser: Browser, hung: dict[str, list[Picture]], kind: str
) -> None:
    """The page scrolls in no direction; what is tapped is large enough and on the screen, also with
    a card chosen; what stands on a card stays on it. No text is cut off, none lies under something
    else; only names may end with an ellipsis.

    The words of each board are read at one size, those of its neighbours at the others.
    """
    options, sizes = SCREENS[kind]
    read = {size: of_all(hung, SIZES.index(size), len(SIZES)) for size in sizes}
    measured = {size: _measured(hung, size) for size in sizes}
    shown = {size: measured[size] or read[size] for size in sizes}
    parts = {size: ({*map(id, read[size])}, {*map(id, measured[size])}) for size in sizes}

    def how(picture: Picture, viewport: ViewportSize) -> dict[str, Any]:
        words, places = parts[f"{viewport['width']}x{viewport['height']}"]
        # four open hands are more than the smallest screen can hold
        high = picture.state == "open replay" and viewport["height"] < 740
        return {
            "read": id(picture) in words,
            "measured": id(picture) in places,
            "sideways": picture.state in WAITING or high,
            "choose": picture.state == "my turn",
        }

    told = {"phone": kind == "phones", "names": [*LONG_NAMES, *boards.NAMES]}
    with Wall(browser, **options) as wall:
        faults = list(wall.faults(shown, "right", told, how))
    assert not faults, "\n" + "\n".join(faults)


def _measured(hung: dict[str, list[Picture]], size: str) -> list[Picture]:
    """Return the boards that are measured at a size: those that are read there are among them, as a
    board is hung once for both. None at a size at which boards are only read."""
    every = MEASURED.get(size)
    return of_all(hung, SIZES.index(size) % every, every) if every else []


def fullest(hung: dict[str, list[Picture]]) -> list[Picture]:
    return [
        max((one for one in hung[game] if one.state == state), key=lambda one: len(one.html))
        for game in GAMES
        for state in sorted({one.state for one in hung[game]})
    ]


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing(browser: Browser, hung: dict[str, list[Picture]], look: str) -> None:
    """Of every game, the fullest board of every state is in one of the looks."""
    options, size = LOOKS[look]
    shown = {size: fullest(hung)[list(LOOKS).index(look) :: len(LOOKS)]}
    with Wall(browser, color_scheme=look, **options) as wall:
        faults = list(wall.faults(shown, "axe", EVERYTHING, lambda *_: {"choose": True}))
    assert not faults, "\n" + "\n".join(faults)


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[Wall]:
    with Wall(browser, **PHONES) as wall:
        yield wall


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('id="board"', 'id="board" style="min-inline-size: 900px"', "too wide"),
        ('id="board"', 'id="board" style="min-block-size: 3000px"', "too high"),
        ('class="strip__menu"', 'class="strip__menu" style="zoom: .4"', "small"),
        ('class="hand"', 'class="hand" style="inline-size: 9px; overflow: hidden"', "cut off"),
        ('class="strip ', 'style="margin-block-end: -90px" class="strip ', "lies under"),
    ],
    ids=["wide", "high", "small", "cut", "covered"],
)
def test_faults_are_found(
    phone: Wall, hung: dict[str, list[Picture]], old: str, new: str, fault: str
) -> None:
    picture = next(one for one in hung["odin"] if one.state == "my turn")
    assert old in picture.html
    wrong = Picture(picture.name, picture.state, picture.page, picture.html.replace(old, new))
    all_of_it = {"read": True, "measured": True}
    told = {"phone": True, "names": []}
    found = " ".join(phone.faults({"360x740": [wrong]}, "right", told, lambda *_: all_of_it))
    assert fault in found


def test_axe_sees_faults(phone: Wall, hung: dict[str, list[Picture]]) -> None:
    picture = next(one for one in hung["odin"] if one.state == "ended")
    html = picture.html.replace("</section>", '<img src="/static/img/logo.svg"></section>')
    wrong = Picture(picture.name, picture.state, picture.page, html)
    found = " ".join(phone.faults({"360x740": [wrong]}, "axe", EVERYTHING, lambda *_: {}))
    assert "image-alt" in found


def test_every_state_viewer_and_number_of_seats_hangs(hung: dict[str, list[Picture]]) -> None:
    for engine in ENGINES:
        counted = Counter(picture.state for picture in hung[engine.slug])
        scenes = {"scene"} if registry.screen(engine.slug).scene else set()
        assert set(counted) >= STATES | scenes, engine.slug
        assert len(hung[engine.slug]) >= 80
        assert {setup.seats for setup in setups(engine)} == set(engine.seats)
        assert any(LONG_NAMES[0] in picture.html for picture in hung[engine.slug])
