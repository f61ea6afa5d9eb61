"""JavaScript is off: plain forms, and a look now and then whether the other has moved."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Page, expect

from tests.browser.opponent import Opponent, at_a_table
from tests.browser.player import Player
from tests.kit.chromium import PLAIN
from tests.kit.forward import Forward
from tests.kit.servers import Site


def presses_a_move(player: Player, rng: Random) -> None:
    """One of the buttons in the list of moves, which is in plain sight."""
    version, page = player.version, player.page
    buttons = page.locator("#moves button[name=code]")
    stock = page.locator('#moves button[value="draw stock"]')
    (stock if stock.count() else buttons.nth(rng.randrange(buttons.count()))).click()
    player.waits_for_the_page_after(version)


def test_a_game_by_plain_forms(
    open_page: Callable[..., Page], live_site: Site, forward: Forward
) -> None:
    rng = Random(3)
    ann = Player(open_page(**PLAIN))
    page, ben = ann.page, Opponent(live_site)
    ann.enters()
    ann.opens_a_table()
    ben.sits_down_at(ann.table)
    forward.plays(ann.table, left=14)
    page.reload()
    moves = 0
    while not ann.over:
        ben.plays()
        page.get_by_role("link", name="Refresh").click()
        while page.locator("#moves button[name=code]").count():
            presses_a_move(ann, rng)
            moves += 1
    assert moves >= 6
    expect(page.locator("#result")).to_be_visible()
    assert page.locator("#result .ends tbody tr").count() == 2
    page.get_by_role("link", name="Shuffle verified").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_pictures_take_back_and_refusals_work_without_it_too(
    open_page: Callable[..., Page], live_site: Site
) -> None:
    page = open_page(**PLAIN)
    ann, ben = at_a_table(page, live_site)
    ann.puts_a_card(Random(4))  # a card is chosen and its places light up by CSS alone
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#board.is-picking")).to_be_visible()
    ann.puts_a_card(Random(4))
    other_window = page.context.new_page()
    other_window.goto(page.url)
    page.locator(".stock label.go").click()
    expect(page.locator("#board.is-waiting")).to_be_visible()
    other_window.locator(".stock label.go").click()  # the same again from a stale page: counts once
    expect(other_window.locator("#board.is-waiting")).to_be_visible()
    assert ben.plays().ply == 8
