"""Cards that are dragged on Odin's board: what is pressed, and with which cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator

from games.kernel.protocol import Setup
from games.odin.view import View
from games.registry import engines
from tests.gallery.pictures import EMPTY, picture
from tests.gallery.wall import HERE, Wall
from tests.kit import boards

pytestmark = pytest.mark.browser
ODIN = engines()["odin"]
LISTENING = """() => { window.sent = []; addEventListener("submit", (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
  const cards = [...document.querySelectorAll(".slot > :checked")].map((box) => box.value);
  sent.push([event.submitter.id, ...cards].join(" "));
}, true); }"""


@pytest.fixture
def wall(browser: Browser) -> Iterator[Wall]:
    with Wall(browser, viewport={"width": 360, "height": 740}) as wall:
        yield wall


def hung(wall: Wall, wanted: Callable[[View, int], bool]) -> View:
    """Hang the first board whose view, and number of legal actions, are wanted; return the view."""
    for moment in boards.moments(ODIN, Setup(3, {}, ODIN.ruleset), 4):
        if moment.status != "running" or not (seats := ODIN.to_act(moment.position.state)):  # type: ignore[union-attr]
            continue
        (seat,) = seats
        view: View = ODIN.view(moment.position.state, seat)  # type: ignore[union-attr]
        legal = list(ODIN.legal_actions(moment.position.state, seat))  # type: ignore[union-attr]
        if wanted(view, len(legal)):
            shown = picture(moment, seat, "my turn")
            wall.html = shown.page.replace(EMPTY, shown.html)
            wall.page.goto(HERE)
            wall.page.evaluate(LISTENING)
            return view
    raise AssertionError("there is no such board")


def drag(wall: Wall, card: Locator, to: Locator) -> None:
    mouse, start, end = wall.page.mouse, card.bounding_box(), to.bounding_box()
    assert start and end
    mouse.move(start["x"] + 9, start["y"] + start["height"] - 9)
    mouse.down()
    mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] - 6, steps=4)
    mouse.up()


def sent(wall: Wall) -> list[str]:
    found: list[str] = wall.page.evaluate("sent")
    return found


def test_the_chosen_cards_are_dragged_onto_the_table_together(wall: Wall) -> None:
    hung(wall, lambda view, legal: view.step == "follow" and legal > 4)
    codes = wall.page.locator("#moves button[value^='play ']").evaluate_all(
        "found => found.map((button) => button.value)"
    )
    _play, *others, last = max(codes, key=len).split()
    for name in others:
        wall.page.locator(f"#card-{name} + label").click(position={"x": 9, "y": 70})
    drag(wall, wall.page.locator(f"#card-{last} + label"), wall.page.locator(".middle"))
    ((button, *cards),) = [one.split() for one in sent(wall)]
    assert (button, sorted(cards)) == ("play", sorted([*others, last]))


def test_a_card_that_may_not_be_played_goes_back_and_the_bar_says_why(wall: Wall) -> None:
    view = hung(
        wall,
        lambda view, _legal: view.step == "follow" and int(view.hand[-1][1]) < view.plays[-1].value,
    )
    card = wall.page.locator(f"#card-{view.hand[-1]} + label")
    drag(wall, card, wall.page.locator(".middle"))
    assert not sent(wall) and card.evaluate("card => card.style.translate") == ""
    assert wall.page.locator("#choice.is-bad").inner_text()


def test_a_prize_is_dragged_into_the_hand(wall: Wall) -> None:
    view = hung(wall, lambda view, _legal: view.step == "take")
    prize = wall.page.locator(".prize").first
    drag(wall, prize, wall.page.locator(".bar"))
    assert not sent(wall)
    drag(wall, prize, wall.page.locator(".hand"))
    assert sent(wall) == [f"do-take-{view.beaten[0]}"]
