"""Clocks in a browser: they tick without asking, are right when the computer's own clock is wrong,
and say when little is left."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, Request, expect

from games.kernel.clock import DAY, HOUR, MINUTE, SECOND
from games.screens import clocks
from tests.browser.opponent import at_a_table
from tests.kit.chromium import PHONE, STILL
from tests.kit.servers import Site, wait_until

YEARS_AGO = datetime(2001, 9, 9, 1, 46, 40)


@pytest.fixture
def sits(open_page: Callable[..., Page], live_site: Site) -> Callable[..., Page]:
    """`sits("normal")` is Ann's browser at a table where it is her turn, as a guest against Ben."""

    def sit(
        clock: str, *, before: Callable[[Page], None] = lambda page: None, **options: object
    ) -> Page:
        page = open_page(own=True, **STILL, **options)
        before(page)
        at_a_table(page, live_site, clock=clock)
        return page

    return sit


def left(page: Page) -> float:
    """Return the seconds on Ann's clock, as the server sees it."""
    found = page.evaluate(
        """async () => {
          const answer = await fetch(document.getElementById("act").dataset.page + "?version=0",\
 { headers: { "HX-Request": "true" } });
          const clock = new DOMParser().parseFromString(await answer.text(), "text/html")\
.getElementById("clock-0");
          return Number(clock.dataset.until) - Number(answer.headers.get("Fairdeal-Time"));
        }"""
    )
    return float(found) / 1000


def seconds(page: Page) -> float:
    """Return the seconds on Ann's clock, as her screen shows it."""
    minutes, rest = page.locator("#clock-0").inner_text().split(":")
    return int(minutes) * 60 + float(rest)


def is_right(page: Page) -> None:
    """Wait until the clock on the screen agrees with the server to a second and the time that the
    answer takes, which is long at first on a busy machine."""
    wait_until(
        lambda: left(page) - 0.8 <= seconds(page) <= left(page) + 1.8,
        "the clock is right",
    )


def asks(page: Page) -> list[str]:
    asked: list[str] = []

    def note(request: Request) -> None:
        if re.search(r"/t/\w+/", request.url):
            asked.append(request.url)

    page.on("request", note)
    return asked


def test_a_clock_ticks_without_asking(sits: Callable[..., Page]) -> None:
    page = sits("normal")
    is_right(page)
    asked = asks(page)
    before = page.locator("#clock-0").inner_text()
    expect(page.locator("#clock-0")).not_to_have_text(before)
    expect(page.locator("#clock-1")).to_have_text("5:00")
    assert len(asked) <= 1  # how long the way is, if the page took long
    is_right(page)


def test_a_computer_whose_clock_is_years_behind_shows_the_right_time(
    sits: Callable[..., Page],
) -> None:
    page = sits("normal", before=lambda page: page.clock.set_fixed_time(YEARS_AGO))
    assert page.evaluate("new Date().getFullYear()") == 2001
    is_right(page)
    page.reload()
    is_right(page)


def test_a_computer_that_slept_asks_what_time_it_is(sits: Callable[..., Page]) -> None:
    """It counted wrongly, so that its clock is at zero before the time is up: it asks once, and is
    put right."""
    page = sits("normal", before=lambda page: page.clock.install())
    asked = asks(page)
    page.clock.fast_forward("06:00")
    expect(page.locator("#clock-0")).to_have_text(re.compile("4:5|5:00"))
    is_right(page)
    # the other one is live.js, which asks once a minute
    versions = [url for url in asked if "?version=" in url and "version=0" not in url]
    assert 1 <= len(versions) <= 2


def test_at_zero_the_server_is_asked(sits: Callable[..., Page]) -> None:
    """Let the flag fall by looking. live.js alone would ask after a minute."""
    page = sits("custom 30+5", before=lambda page: page.clock.install())
    is_right(page)
    page.wait_for_load_state("networkidle")  # what is asked at first has been answered
    with page.expect_request(lambda request: "?version=" in request.url):
        page.clock.run_for(35_000)


def test_who_comes_back_to_the_page_asks(sits: Callable[..., Page]) -> None:
    page = sits("normal")
    with page.expect_request(lambda request: "?version=" in request.url):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    is_right(page)


@pytest.mark.parametrize("options", [{}, PHONE])
def test_the_last_minute_is_said_in_colour_and_words(
    sits: Callable[..., Page], options: dict[str, object]
) -> None:
    page = sits("custom 60+5", **options)
    strip = page.locator(".strip--mine")
    expect(strip.get_by_text("under a minute")).to_be_visible()
    expect(page.get_by_text("At 0:00 you lose on time.")).to_be_visible()
    expect(page.get_by_text("Play it to start an expedition")).to_be_hidden()
    expect(page.locator("#time-said")).to_have_text("Less than a minute left on your clock.")
    expect(page.locator(".strip--theirs").get_by_text("under a minute")).to_be_hidden()
    assert page.locator(".table").evaluate("(box) => box.scrollWidth - box.clientWidth") <= 1
    name, clock, score = (
        strip.locator(part).bounding_box() for part in (".strip__name", ".clock", ".strip__score b")
    )
    viewport = page.viewport_size
    assert name and clock and score and viewport
    assert name["width"] > 30 and clock["x"] + clock["width"] < score["x"]
    assert score["x"] + score["width"] <= viewport["width"]
    # Somebody who only listens hears it once, not every second.
    page.evaluate("document.getElementById('time-said').textContent = ''")
    before = page.locator("#clock-0").inner_text()
    expect(page.locator("#clock-0")).not_to_have_text(before)
    expect(page.locator("#time-said")).to_have_text("")


def test_what_is_left_is_said_as_the_server_says_it(sits: Callable[..., Page]) -> None:
    page = sits("daily")
    for kind in ("live", "correspondence"):
        for some in (
            0,
            1,
            SECOND,
            9_001,
            59_001,
            MINUTE,
            61_500,
            HOUR - 1,
            HOUR,
            5 * HOUR + 61_000,
            2 * DAY - HOUR,
            2 * DAY - SECOND,
            2 * DAY,
            4 * DAY + 5,
        ):
            said = page.evaluate(
                """([kind, left]) => {
                  const clock = document.getElementById("clock-1");
                  Object.assign(clock.dataset, { kind, left });
                  const detail = { news: false };
                  document.dispatchEvent(new CustomEvent("board:after", { detail }));
                  return [clock.textContent, clock.classList.contains("is-low")];
                }""",
                [kind, some],
            )
            assert said == [clocks.text(kind, some), clocks.Clock(kind, some, some, None, "").low]


def test_by_correspondence_the_moment_is_told_in_the_browsers_zone(
    sits: Callable[..., Page],
) -> None:
    page = sits("daily", timezone_id="Asia/Tokyo")
    clock = page.locator("#clock-0")
    expect(clock).to_have_text("2 days")
    until = datetime.fromtimestamp(
        int(clock.get_attribute("data-until") or 0) / 1000, ZoneInfo("Asia/Tokyo")
    )
    expect(clock).to_have_attribute(
        "title", re.compile(rf"^until \w+, \w+ {until.day}, {until:%H:%M} GMT\+9$")
    )


def test_a_move_sets_the_clocks(sits: Callable[..., Page]) -> None:
    page = sits("normal")
    button = page.locator("#moves button[name=code]").first
    button.evaluate("(button) => button.click()")
    page.locator("#board.is-drawing").wait_for()
    is_right(page)
    before = seconds(page)
    page.locator("#moves button[value='draw stock']").evaluate("(button) => button.click()")
    expect(page.locator("#clock-1[data-until]")).to_be_visible()
    assert before < seconds(page) <= before + 21  # a turn brings 20


def test_a_live_clock_says_that_it_starts_with_the_first_move(sits: Callable[..., Page]) -> None:
    page = sits("normal")
    clock = page.locator("#clock-0")
    expect(clock).to_have_text("4:59")
    expect(clock).to_have_attribute("title", clocks.first_move())
