"""Going through a game again: by keys, by pointer, with JavaScript off, on a phone, and while the
table goes on."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.opponent import Opponent
from tests.browser.test_axe import finds_nothing
from tests.kit.chromium import PHONE, PLAIN, STILL
from tests.kit.forward import Forward
from tests.kit.servers import Site

OPEN = Callable[..., Page]


def play(site: Site, forward: Forward, turns: int = 0) -> tuple[Opponent, Opponent]:
    """Two who have played that many turns each, or to the end."""
    ann, ben = Opponent(site), Opponent(site)
    ann.table = ann.visitor.opens()
    ben.sits_down_at(ann.table)
    forward.plays(ann.table, entries=4 * turns)
    return ann, ben


@pytest.fixture(scope="module")
def ended(live_site: Site, forward: Forward) -> Opponent:
    return play(live_site, forward)[0]


def look(page: Page, player: Opponent, query: str = "") -> None:
    """At his table, in his name."""
    url = player.visitor
    page.context.add_cookies(
        [
            {"name": name, "value": value, "url": f"http://localhost:{url.port}"}
            for name, value in url.cookies.items()
        ]
    )
    page.goto(f"/t/{player.table}/{query}")


def at(page: Page, ply: int) -> None:
    """Expect this ply on the board, in the number and in the address."""
    expect(page.locator("#board")).to_have_attribute("data-ply", str(ply))
    expect(page.locator(".replay__slide b")).to_have_text(str(ply))
    expect(page).to_have_url(re.compile(rf"[?&]ply={ply}(&|$)"))


def last(page: Page) -> int:
    return int(page.locator("#replay-ply").get_attribute("max") or 0)


def eyes(page: Page) -> str:
    return parse_qs(urlsplit(page.url).query).get("eyes", [""])[0]


def hand(page: Page) -> list[str]:
    return page.locator(".hand .card").evaluate_all("cards => cards.map(card => card.dataset.card)")


def test_a_replay_by_keyboard(open_page: OPEN, ended: Opponent) -> None:
    page = open_page(**STILL)
    look(page, ended)
    page.locator("#result").get_by_role("link", name="Replay").focus()
    page.keyboard.press("Enter")
    at(page, 3)  # the first move
    page.wait_for_load_state()
    page.evaluate("window.here = true")
    said = page.locator("#said")
    page.keyboard.press("ArrowRight")
    at(page, 4)
    expect(said).to_have_text(re.compile(r"^Step 4 of \d+: .+ and drew .+\.$"))
    page.keyboard.press("ArrowLeft")
    at(page, 3)
    expect(said).to_have_text(re.compile(r"^Step 3 of "))
    for _ in range(5):  # faster than the answers come: none is lost
        page.keyboard.press("ArrowRight")
    at(page, 8)
    page.keyboard.press("End")
    at(page, last(page))
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Home")
    at(page, 1)

    page.locator("#replay-on").focus()
    page.keyboard.press("Enter")
    at(page, 2)
    expect(page.locator("#replay-on")).to_be_focused()
    page.locator("#replay-last").focus()
    page.keyboard.press("Enter")
    at(page, last(page))
    expect(page.locator("#replay-last")).to_be_focused()

    page.locator("#replay-ply").focus()  # the slider keeps its own keys
    page.keyboard.press("ArrowLeft")
    at(page, last(page) - 1)
    page.keyboard.press("Home")
    at(page, 1)
    expect(page.locator("#replay-ply")).to_be_focused()
    assert page.evaluate("window.here"), "the page was loaded anew"
    page.go_back()
    expect(page.locator("#result")).to_be_visible()


def test_it_plays_on_by_itself_until_it_is_stopped(open_page: OPEN, ended: Opponent) -> None:
    page = open_page(**STILL)
    look(page, ended, "?ply=5")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    page.locator("#replay-speed").select_option("300")
    page.locator("body").click(position={"x": 3, "y": 3})
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_function("() => Number(document.getElementById('board').dataset.ply) >= 8")
    expect(page.locator("#replay-speed")).to_have_value("300")
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play")).to_be_focused()
    stopped = int(page.locator("#board").get_attribute("data-ply") or 0)
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(700)
    assert int(page.locator("#board").get_attribute("data-ply") or 0) <= stopped
    page.goto(f"/t/{ended.table}/?ply={last(page) - 2}")
    page.locator("#replay-speed").select_option("300")
    page.get_by_role("button", name="Play").click()
    at(page, last(page))
    expect(page.get_by_role("button", name="Play")).to_be_visible()  # it has stopped at the end


def test_slider_eyes_and_log_by_pointer(open_page: OPEN, ended: Opponent) -> None:
    page = open_page(**STILL)
    look(page, ended, "?ply=20")
    page.wait_for_load_state()
    page.evaluate("window.here = true")
    own = hand(page)
    page.locator("#replay-eyes").select_option("1")
    page.wait_for_url("**&eyes=1")
    assert hand(page) != own
    theirs = hand(page)
    page.locator("#replay-eyes").select_option("all")
    page.wait_for_url("**&eyes=all")
    assert hand(page) == own
    assert (
        page.locator(".open-hand .card").evaluate_all(
            "cards => cards.map(card => card.dataset.card)"
        )
        == theirs
    )
    page.locator("#log .is-here + li a").click()
    at(page, 18)
    assert eyes(page) == "all"
    expect(page.locator("#log li").first).to_have_class("is-here")
    box = page.locator("#replay-ply").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] * 0.2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.75, box["y"] + box["height"] / 2, steps=7)
    page.mouse.up()
    page.wait_for_function(
        "() => document.getElementById('board').dataset.ply "
        "=== document.getElementById('replay-ply').value"
    )
    ply = int(page.locator("#replay-ply").input_value())
    assert last(page) * 0.6 < ply < last(page) * 0.9
    at(page, ply)
    assert page.evaluate("window.here"), "the page was loaded anew"
    page.reload()  # what the address says is what was shown
    at(page, ply)
    assert page.locator(".open-hand .card").count()


def test_only_the_next_moment_is_fetched_ahead(open_page: OPEN, ended: Opponent) -> None:
    page = open_page(own=True, **STILL)
    look(page, ended, "?ply=20")
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on(
        "request",
        lambda request: (
            asked.append(parse_qs(urlsplit(request.url).query)["ply"][0])
            if "ply=" in request.url
            else None
        ),
    )
    for ply in (21, 22, 23):
        page.keyboard.press("ArrowRight")
        at(page, ply)
    while len(asked) < 4:
        page.wait_for_event("request")
    assert asked == ["21", "22", "23", "24"]
    page.keyboard.press("Home")
    at(page, 1)
    page.wait_for_timeout(300)  # time enough to fetch another one
    assert asked[4:] == ["1"]


def test_a_replay_with_javascript_off(open_page: OPEN, ended: Opponent) -> None:
    page = open_page(**PLAIN)
    look(page, ended)
    page.locator("#result").get_by_role("link", name="Replay").click()
    at(page, 3)
    page.get_by_role("link", name="One step on").click()
    at(page, 4)
    page.get_by_role("link", name="One step back").click()
    at(page, 3)
    page.get_by_role("link", name="Last step").click()
    end = last(page)
    at(page, end)
    page.get_by_role("link", name="First step").click()
    at(page, 1)
    expect(page.locator("#replay-play")).to_be_hidden()
    page.locator("#replay-ply").fill("30")
    page.get_by_label("Seen by").select_option("all")
    page.get_by_role("button", name="Show").click()
    at(page, 30)
    assert eyes(page) == "all" and page.locator(".open-hand .card").count()
    page.get_by_role("link", name="One step on").click()
    at(page, 31)
    assert eyes(page) == "all"
    page.locator("#log .log a").nth(3).click()
    at(page, 26)
    page.get_by_role("link", name="Back to the table").first.click()
    expect(page.locator("#result")).to_be_visible()


def test_a_table_that_goes_on_leaves_the_moment_alone(
    open_page: OPEN, live_site: Site, forward: Forward
) -> None:
    ann, ben = play(live_site, forward, turns=5)
    page = open_page(**STILL)
    look(page, ann)
    page.keyboard.press("o")
    page.get_by_role("link", name="Look back").click()
    at(page, 22)
    page.keyboard.press("ArrowLeft")
    at(page, 21)
    expect(page.locator("#replay-eyes")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    ann.plays()
    ben.plays()
    news = page.locator("#table-news a")
    expect(news).to_be_visible()
    at(page, 21)
    assert page.locator("#board button[name=code]").count() == 0
    page.keyboard.press("ArrowRight")
    at(page, 22)
    assert last(page) == 26  # what has been played meanwhile can be gone through as well
    finds_nothing(page)
    news.click()
    expect(page.locator("#board[data-your-turn]")).to_have_attribute("data-ply", "26")


def test_a_phone_shows_all_of_it_without_scrolling(open_page: OPEN, ended: Opponent) -> None:
    page = open_page(**PHONE, **STILL)
    for query in ("?ply=40", "?ply=40&eyes=all", "?ply=1"):
        page.goto(f"/t/{ended.table}/{query}")
        high, wide = page.evaluate(
            "[document.documentElement.scrollHeight - innerHeight, "
            "document.documentElement.scrollWidth - innerWidth]"
        )
        assert (high, wide) == (0, 0), query
    page.get_by_role("link", name="One step on").tap()
    at(page, 2)
    page.get_by_role("link", name="Log, moves, options").tap()
    page.locator("#log a").first.tap()
    expect(page.locator("#side")).to_be_hidden()
    at(page, 2)


def test_axe_finds_nothing(open_page: OPEN, ended: Opponent) -> None:
    page = open_page(**STILL)
    page.goto(f"/t/{ended.table}/?ply=30&eyes=all")
    finds_nothing(page)
    page.goto(f"/t/{ended.table}/?ply=3&eyes=7")
    expect(page.get_by_text("Nobody at this table has that seat.")).to_be_visible()
    finds_nothing(page)


def test_cards_move_where_they_go(open_page: OPEN, ended: Opponent) -> None:
    page = open_page()
    look(page, ended, "?ply=6&eyes=all")
    page.wait_for_load_state()
    page.evaluate(
        """() => document.addEventListener("board:after", () => queueMicrotask(() => {
          window.moved = document.getAnimations().filter((running) => running.id === "move").length;
        }))"""
    )
    page.keyboard.press("ArrowRight")
    at(page, 7)
    assert page.evaluate("window.moved") > 0
