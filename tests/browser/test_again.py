"""After an absence a game shows once what has happened since one's turn, and again on a tap."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.opponent import Opponent
from tests.kit.servers import Site
from tests.kit.visitor import Visitor

pytestmark = pytest.mark.browser
WATCHES = """window.plies = []; window.shifts = [];
document.addEventListener("board:after", () => plies.push(Number(board.dataset.ply)));
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) {
    if (shift.sources.some(({ node }) => node?.parentElement?.closest(".table"))) shifts.push(1);
  }
}).observe({ type: "layout-shift" });"""
TABLE = "document.querySelector('#board .table').textContent.replace(/\\s+/g, ' ')"
FRESH = """async () => {
  const answer = await fetch(location.pathname, { headers: { "HX-Request": "true" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return page.querySelector("#board .table").textContent.replace(/\\s+/g, " ");
}"""
SHOWN = """(number) => plies.length === number
  && document.documentElement.dataset.again === undefined
  && !document.querySelector(".flying")"""  # the card below lies there until the one above arrives

TAPS = """async () => {
  const { documentElement: html } = document;
  document.querySelector("#board [data-shows]").click();
  while (html.dataset.again === undefined) await new Promise(requestAnimationFrame);
  document.dispatchEvent(new PointerEvent("pointerdown"));
  return html.dataset.again === undefined;
}"""


@pytest.fixture
def back(open_page: Callable[..., Page], live_site: Site) -> Callable[..., Page]:
    """Ann and Ben have moved by turns, and Ben last. Return a function that opens her page."""
    ben = Opponent(live_site)
    ben.table = ben.visitor.opens(
        game="lost_cities", order="seats", seat=1, seats=2, clock="untimed"
    )
    visitor = Visitor(live_site.port, "ann").enters()
    visitor.sits(ben.table)
    ann = Opponent(live_site, ben.table, visitor.cookies)
    for mover in (ann, ben, ann, ben):
        mover.plays()
    kept = [{"name": name, "value": value} for name, value in visitor.cookies.items()]

    def comes(**how: str) -> Page:
        page = open_page(own=True, **how)
        page.context.add_cookies([{**each, "url": live_site.url} for each in kept])  # type: ignore[typeddict-item]
        page.add_init_script(WATCHES)
        page.goto(f"/t/{ben.table}/")
        page.locator("#tab-talk").wait_for(state="attached")  # what is fetched later is there
        return page

    return comes


def test_ones_absence_is_shown_once_and_again_on_a_tap(back: Callable[..., Page]) -> None:
    page = back(reduced_motion="no-preference")
    before, after = map(int, (page.get_attribute("#board", "data-since") or "").split())
    page.wait_for_function(SHOWN, arg=2)
    assert page.evaluate("plies") == [before, after]
    assert page.evaluate(TABLE) == page.evaluate(FRESH)
    assert page.evaluate("shifts") == []
    for number, place in ((4, "#board [data-shows]"), (6, "#log li[data-turn]")):
        page.locator(place).first.click()
        page.wait_for_function(SHOWN, arg=number)
    assert page.evaluate("plies") == 3 * [before, after]
    page.reload()
    page.locator("#tab-talk").wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("plies") == [], "it was seen"


def test_a_tap_leaves_the_board_as_it_stands(back: Callable[..., Page]) -> None:
    page = back(reduced_motion="no-preference")
    page.wait_for_function(SHOWN, arg=2)
    assert page.evaluate(TAPS) is True, "nothing is played any more"
    assert page.evaluate(TABLE) == page.evaluate(FRESH)


def test_under_reduced_motion_the_board_only_stands(back: Callable[..., Page]) -> None:
    page = back(reduced_motion="reduce")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("plies") == []
