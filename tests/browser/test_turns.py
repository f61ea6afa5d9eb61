"""The number of tables that wait for a player, live in all tabs, in the title and the icon, and the
link to the next one."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.opponent import Opponent
from tests.browser.player import Player
from tests.kit.chromium import PHONE, PLAIN, STILL
from tests.kit.servers import Site
from tests.kit.visitor import Visitor


@pytest.fixture
def ben(live_site: Site) -> Visitor:
    return Visitor(live_site.port, "ben").enters()


def deals(ben: Visitor, ann: Page, first: str, clock: str = "daily") -> str:
    """Open a table for Ben, who has no browser, and Ann; return its id. `first` is the name of the
    player who moves first."""
    anns = Visitor(
        ben.port, "ann", {cookie["name"]: cookie["value"] for cookie in ann.context.cookies()}
    )
    opens, sits = (ben, anns) if first == "ben" else (anns, ben)
    table = opens.opens(clock=clock)
    sits.sits(table)
    return table


def plays(ben: Visitor, site: Site, table: str) -> None:
    Opponent(site, table, ben.cookies).plays()


def icon(page: Page) -> str:
    return page.locator("link[rel=icon]").get_attribute("href") or ""


def sees(page: Page, count: int, name: str) -> None:
    """Expect this number of waiting tables in the head, the title and the icon."""
    if count:
        expect(page.locator(".your-turn b")).to_have_text(str(count))
    else:
        expect(page.locator(".your-turn")).to_have_count(0)
    expect(page).to_have_title(f"({count}) {name} · Fairdeal" if count else f"{name} · Fairdeal")
    assert ("favicon-turn" in icon(page)) == bool(count)


def test_two_tabs_see_the_count_change(ann: Page, ben: Visitor, live_site: Site) -> None:
    Player(ann).enters()
    one, two = deals(ben, ann, "ben"), deals(ben, ann, "ben")
    other, board = ann.context.new_page(), ann.context.new_page()
    ann.goto("/games/")
    other.goto("/accounts/")
    board.goto(f"/t/{one}/")
    for page, name in ((ann, "Games"), (other, "Settings"), (board, "Lost Cities")):
        sees(page, 0, name)
        page.evaluate("window.opened = true")
    for number, table in ((1, one), (2, two)):
        plays(ben, live_site, table)
        for page, name in ((ann, "Games"), (other, "Settings"), (board, "Lost Cities")):
            sees(page, number, name)
    # no page was loaded anew
    assert all(page.evaluate("window.opened") for page in (ann, other, board))
    Opponent(
        live_site, one, {cookie["name"]: cookie["value"] for cookie in ann.context.cookies()}
    ).plays()
    for page, name in ((ann, "Games"), (other, "Settings"), (board, "Lost Cities")):
        sees(page, 1, name)


def test_the_next_table_is_one_key_away(ann: Page, ben: Visitor, live_site: Site) -> None:
    Player(ann).enters()
    one, two = deals(ben, ann, "ann"), deals(ben, ann, "ann")
    waiting = deals(ben, ann, "ben")
    ann.goto(f"/t/{waiting}/")
    expect(ann.get_by_role("link", name="Next table 2")).to_be_visible()
    ann.keyboard.press("n")
    ann.wait_for_url(f"**/t/{one}/")
    expect(ann.get_by_role("link", name="Your turn 2")).to_be_visible()
    ann.keyboard.press("n")
    ann.wait_for_url(f"**/t/{two}/")
    ann.get_by_role("link", name="Your turn 2").click()
    ann.wait_for_url(f"**/t/{one}/")


@pytest.mark.parametrize("clock, goes_on", [("daily", True), ("daily", False), ("normal", True)])
def test_after_a_move_by_correspondence_one_goes_on(
    clock: str, goes_on: bool, open_page: Callable[..., Page], ben: Visitor, live_site: Site
) -> None:
    ann = open_page(**STILL)
    Player(ann).enters()
    if not goes_on:
        ann.goto("/accounts/")
        ann.get_by_role("checkbox", name="After a move, go to my next game").uncheck()
        expect(ann.locator(".saved")).to_have_text("Saved.")
    one, two = deals(ben, ann, "ann", clock), deals(ben, ann, "ann", "weekly")
    ann.goto(f"/t/{one}/")
    ann.evaluate("window.opened = true")
    player = Player(ann)
    player.waits_for_the_turn()
    player.puts_a_card(Random(1))
    ann.wait_for_timeout(1000)  # half a turn leads nowhere
    player.presses(ann.locator(".stock label.go"))
    if clock == "daily" and goes_on:
        ann.wait_for_url(f"**/t/{two}/")
        sees(ann, 1, "Lost Cities")
    else:
        expect(ann.locator("#board.is-waiting")).to_be_visible()
        sees(ann, 1, "Lost Cities")
        ann.wait_for_timeout(1200)
        assert ann.evaluate("window.opened") and one in ann.url
        expect(ann.get_by_role("link", name="Next table 1")).to_be_visible()


def test_on_the_phone_the_way_on_is_there_when_it_is_not_one_s_turn(
    open_page: Callable[..., Page], ben: Visitor, live_site: Site
) -> None:
    ann = open_page(**PHONE, **STILL)
    Player(ann, touch=True).enters()
    here, there = deals(ben, ann, "ben"), deals(ben, ann, "ann")
    ann.goto(f"/t/{here}/")
    way = ann.get_by_role("link", name="Next table 1")
    expect(way).to_be_visible()
    box, table = way.bounding_box(), ann.locator(".table").bounding_box()
    assert box and box["height"] >= 44
    assert table and table["y"] == 0  # it takes no room from the board
    assert ann.evaluate(
        "document.documentElement.scrollHeight <= innerHeight "
        "&& document.documentElement.scrollWidth <= innerWidth"
    )
    plays(ben, live_site, here)
    expect(way).to_be_hidden()  # it is one's turn here: nothing takes room from the board
    ann.goto(f"/t/{there}/")
    expect(ann.locator(".your-turn")).to_be_hidden()


def test_no_board_is_shown_with_a_count_of_the_board_before(
    open_page: Callable[..., Page], ben: Visitor, live_site: Site
) -> None:
    """At the moment when a board says that others play now, so does the head."""
    ann = open_page(**PHONE, **STILL)
    Player(ann, touch=True).enters()
    ann.goto(f"/t/{deals(ben, ann, 'ann')}/")
    player = Player(ann, touch=True)
    player.waits_for_the_turn()
    sees(ann, 1, "Lost Cities")
    ann.evaluate(
        """() => { window.seen = []; document.addEventListener("board:after", () => seen.push(
        ["yourTurn" in document.getElementById("board").dataset,
         document.getElementById("turns").hidden,
         document.querySelector(".strip__next").hidden])); }"""
    )
    player.plays_a_turn(Random(1))
    expect(ann.locator("#board.is-waiting")).to_be_visible()
    ann.wait_for_timeout(300)
    for mine, head, way in ann.evaluate("seen"):
        assert head is not mine and way


def test_without_javascript_the_head_leads_on(open_page: Callable[..., Page], ben: Visitor) -> None:
    ann = open_page(**PLAIN)
    ann.goto("/")
    ann.get_by_role("button", name="Look around as a guest").click()
    one = deals(ben, ann, "ann")
    waiting = deals(ben, ann, "ben")
    ann.goto(f"/t/{waiting}/")
    sees(ann, 1, "Lost Cities")
    ann.get_by_role("link", name="Next table 1").click()
    ann.wait_for_url(f"**/t/{one}/")
    expect(ann.get_by_role("link", name="Your turn 1")).to_be_visible()


def test_the_list_on_the_front_page_follows_the_number_in_the_head(
    ann: Page, ben: Visitor, live_site: Site
) -> None:
    Player(ann).enters()
    one = deals(ben, ann, "ben")
    ann.goto("/")
    expect(ann.get_by_role("heading", name="Others to move (1)")).to_be_visible()
    plays(ben, live_site, one)
    sees(ann, 1, "Card games with friends")
    expect(ann.get_by_role("heading", name="Your turn (1)")).to_be_visible()
    expect(ann.locator(".turn h2 a")).to_have_attribute("href", f"/t/{one}/")
    expect(ann.get_by_role("heading", name="Others to move")).to_have_count(0)


def test_two_keys_walk_through_the_turns_that_wait(ann: Page, ben: Visitor) -> None:
    Player(ann).enters()
    one, two = deals(ben, ann, "ann"), deals(ben, ann, "ann")
    ann.goto("/")
    focused = "document.activeElement.getAttribute('href')"
    walked = []
    for key in "jjjkk":
        ann.keyboard.press(key)
        walked.append(ann.evaluate(focused))
    first, second = f"/t/{one}/", f"/t/{two}/"
    assert walked == [first, second, second, first, first]
    ann.locator(".turn__more > summary").first.click()
    ann.get_by_role("button", name="Snooze for an hour").click()
    expect(ann.get_by_text("1 table hidden until")).to_be_visible()
    sees(ann, 1, "Card games with friends")
    ann.keyboard.press("k")
    ann.keyboard.press("Enter")
    ann.wait_for_url(f"**/t/{two}/")
