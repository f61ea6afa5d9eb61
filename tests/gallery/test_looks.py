"""Hundreds of boards of every game fit their screens, and axe finds nothing on them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Browser

from games import registry
from games.registry import engines
from tests import boards
from tests.gallery.pictures import LONG_NAMES, Picture, pictures, setups
from tests.gallery.wall import Wall

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
TOUCH: dict[str, Any] = {"is_mobile": True, "has_touch": True}
SCREENS: dict[str, tuple[dict[str, Any], int]] = {  # with how many boards are left out between two
    "360x640": ({"viewport": {"width": 360, "height": 640}} | TOUCH, 2),
    "360x740": ({"viewport": {"width": 360, "height": 740}} | TOUCH, 8),
    "768x1024": ({"viewport": {"width": 768, "height": 1024}}, 8),
    "1280x800": ({"viewport": {"width": 1280, "height": 800}}, 8),
}
PHONES = ("360x600", "360x640", "360x740", "412x915", "844x390")
DESKS = ("768x1024", "1024x768", "1280x800")


def _screen(size: str) -> dict[str, Any]:
    width, height = map(int, size.split("x"))
    viewport = {"viewport": {"width": width, "height": height}}
    return viewport | (TOUCH if size in PHONES else {})


# with the first board of a walk over so many of them as there are screens
READ = {size: (_screen(size), number) for number, size in enumerate((*PHONES, *DESKS))}
EVERYTHING = {"rules": {"target-size": {"enabled": True}}}
LOOKS: dict[str, tuple[dict[str, Any], str, int]] = {
    "light": (SCREENS["360x740"][0], "light", 0),
    "dark": (SCREENS["1280x800"][0], "dark", 7),
}
EVERY = 24  # of the boards, axe looks at one in so many


@pytest.fixture(scope="module")
def hung() -> dict[str, list[Picture]]:
    return {engine.slug: pictures(engine) for engine in ENGINES}


@pytest.mark.parametrize("screen", SCREENS)
def test_boards_fit(browser: Browser, hung: dict[str, list[Picture]], screen: str) -> None:
    """The page scrolls in no direction; what is tapped is large enough and on the screen, also with
    a card chosen; what stands on a card stays on it."""
    options, every = SCREENS[screen]
    size = options["viewport"]
    shown = [picture for game in GAMES for picture in hung[game][::every]]

    def how(picture: Picture) -> dict[str, Any]:
        # four open hands are more than the smallest screen can hold
        high = picture.state == "open replay" and size["height"] < 740
        return {
            "sideways": picture.state in WAITING or high,
            "choose": picture.state == "my turn",
        }

    with Wall(browser, **options) as wall:
        facts = size | {"phone": size["width"] == 360}
        faults = list(wall.faults(shown, "fits", facts, how))
    assert not faults, "\n" + "\n".join(faults)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("screen", READ)
def test_words_are_whole(
    browser: Browser, hung: dict[str, list[Picture]], screen: str, game: str
) -> None:
    """No text is cut off, none lies under something else. Only names may end with an ellipsis."""
    options, first = READ[screen]
    shown = hung[game][first :: len(READ)]
    with Wall(browser, **options) as wall:
        names = {"names": [*LONG_NAMES, *boards.NAMES]}
        faults = list(wall.faults(shown, "words", names, _chosen))
    assert not faults, "\n" + "\n".join(faults)


def _chosen(picture: Picture) -> dict[str, Any]:
    return {"choose": picture.state == "my turn"}


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing(browser: Browser, hung: dict[str, list[Picture]], look: str) -> None:
    screen, scheme, first = LOOKS[look]
    shown = [picture for game in GAMES for picture in hung[game][first::EVERY]]
    with Wall(browser, color_scheme=scheme, **screen) as wall:
        faults = list(wall.faults(shown, "axe", EVERYTHING, lambda picture: {"choose": True}))
    assert not faults, "\n" + "\n".join(faults)


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
    browser: Browser, hung: dict[str, list[Picture]], old: str, new: str, fault: str
) -> None:
    picture = next(one for one in hung["odin"] if one.state == "my turn")
    assert old in picture.html
    wrong = Picture(picture.name, picture.state, picture.page, picture.html.replace(old, new))
    options = SCREENS["360x740"][0]
    with Wall(browser, **options) as wall:
        facts = options["viewport"] | {"phone": True}
        found = " ".join(
            fault
            for check in ("fits", "words")
            for fault in wall.faults([wrong], check, facts | {"names": []}, lambda _: {})
        )
    assert fault in found


def test_axe_sees_faults(browser: Browser, hung: dict[str, list[Picture]]) -> None:
    picture = next(one for one in hung["odin"] if one.state == "ended")
    html = picture.html.replace("</section>", '<img src="/static/img/logo.svg"></section>')
    wrong = Picture(picture.name, picture.state, picture.page, html)
    with Wall(browser) as wall:
        found = " ".join(wall.faults([wrong], "axe", EVERYTHING, lambda _: {}))
    assert "image-alt" in found


def test_every_state_viewer_and_number_of_seats_hangs(hung: dict[str, list[Picture]]) -> None:
    for engine in ENGINES:
        counted = Counter(picture.state for picture in hung[engine.slug])
        scenes = {"scene"} if registry.screen(engine.slug).scene else set()
        assert set(counted) >= STATES | scenes, engine.slug
        assert len(hung[engine.slug]) >= 80
        assert {setup.seats for setup in setups(engine)} == set(engine.seats)
        assert any(LONG_NAMES[0] in picture.html for picture in hung[engine.slug])
