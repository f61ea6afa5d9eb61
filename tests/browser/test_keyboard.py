"""The start and the end of a game by keyboard alone: by the board's own keys, and by Tab, arrows,
Space and Enter."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Page, expect

from tests.browser.opponent import Opponent, at_a_table
from tests.browser.player import Player, skip
from tests.kit.chromium import STILL
from tests.kit.forward import Forward
from tests.kit.servers import Site

FOCUS = "document.activeElement.matches('#board *')"


class Keys:
    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def goes_to(self, selector: str, key: str = "Tab") -> None:
        """Tabs on until the focus is on what the selector names."""
        for _ in range(80):
            if self.page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"no way to {selector} by {key}")

    def keeps_the_focus(self) -> None:
        assert self.page.evaluate(FOCUS), "the focus was lost"


def turn_by_own_keys(keys: Keys, player: Player, rng: Random) -> None:
    keys.press(str(rng.randrange(1, 9)))
    card = keys.page.locator(".slot > input:checked").get_attribute("value")
    fits = keys.page.locator(f'#moves button[value="play {card}"]').count()
    version, key = player.version, rng.choice("pd")
    keys.press(key)
    if key == "p" and not fits:  # that is said, and it can be discarded
        keys.press("d")
    keys.page.locator("#board.is-drawing").wait_for()
    keys.keeps_the_focus()
    keys.press("s")
    player.waits_for(version + 2)
    keys.keeps_the_focus()


def turn_by_the_list(keys: Keys, player: Player, rng: Random) -> None:
    """Play a turn by the list of moves beside the board, in which every move is a button."""
    version = player.version
    keys.press("m")
    keys.goes_to("#moves button[name=code]")
    keys.press(*["Tab"] * rng.randrange(3), "Enter")
    keys.page.locator("#board.is-drawing").wait_for()
    keys.keeps_the_focus()
    keys.goes_to('#moves button[value="draw stock"]')
    keys.press("Enter")
    player.waits_for(version + 2)
    keys.keeps_the_focus()


def turn_by_tab_and_arrows(keys: Keys, player: Player, rng: Random) -> None:
    """Play a turn by Tab, arrows and Space: choose a card of the hand, which is a group of radios,
    then a button in the list of moves."""
    version = player.version
    keys.goes_to(".slot > input", "Shift+Tab")
    keys.press("Space", *["ArrowRight"] * rng.randrange(4))
    card = keys.page.locator(".slot > input:checked").get_attribute("value")
    keys.goes_to("#tab-log, #tab-moves, #tab-options")
    while not keys.page.evaluate("document.activeElement.id === 'tab-moves'"):
        keys.press("ArrowRight")
    keys.goes_to(f'#moves button[value="discard {card}"]')
    keys.press("Space")
    keys.page.locator("#board.is-drawing").wait_for()
    keys.keeps_the_focus()
    keys.goes_to('#moves button[value="draw stock"]')
    keys.press("Space")
    player.waits_for(version + 2)


def test_a_game_without_a_mouse(
    open_page: Callable[..., Page], live_site: Site, forward: Forward
) -> None:
    rng = Random(5)
    page = open_page(**STILL)
    keys, ann, ben = Keys(page), Player(page), Opponent(live_site)
    page.goto("/")
    keys.goes_to('[action="/accounts/guest/"] button:not([form])')
    keys.press("Enter")
    expect(page.get_by_role("heading", name="No games yet")).to_be_visible()
    keys.goes_to('a.button--loud[href="/tables/new/"]')
    keys.press("Enter")
    page.wait_for_url("**/tables/new/")
    keys.goes_to(".ticket .button--loud")
    keys.press("Enter")
    expect(ann.board).to_have_attribute("data-status", "open")
    ben.sits_down_at(ann.table)
    ann.waits_for_the_start()

    for way in (turn_by_own_keys, turn_by_the_list, turn_by_tab_and_arrows):
        ben.plays()
        ann.waits_for_the_turn()
        way(keys, ann, rng)
    skip(forward, ann, left=4)
    ben.plays()
    ann.waits_for_the_turn()
    turn_by_own_keys(keys, ann, rng)
    ben.plays()
    ann.waits_for_the_turn()
    assert ann.over
    keys.keeps_the_focus()
    keys.goes_to('#result button[formaction$="/rematch/"]')
    keys.press("Enter")
    expect(ann.board).to_have_attribute("data-status", "open")


def test_escape_take_back_and_the_sheets(open_page: Callable[..., Page], live_site: Site) -> None:
    page = open_page(**STILL)
    keys, (ann, _) = Keys(page), at_a_table(page, live_site)
    keys.press("3", "Escape")
    expect(page.locator("[data-i]:checked")).to_have_count(0)
    version = ann.version
    keys.press("3", "d")
    page.locator("#board.is-drawing").wait_for()
    keys.press("u")
    page.locator("#board.is-picking").wait_for()
    ann.waits_for(version + 2)
    keys.keeps_the_focus()
    for key, pane in (("m", "moves"), ("l", "log"), ("o", "options")):
        keys.press(key)
        expect(page.locator(f"#{pane}")).to_be_visible()
    keys.press("?")
    expect(page.locator(".keys dl")).to_be_visible()


def test_enter_alone_plays_nothing(open_page: Callable[..., Page], live_site: Site) -> None:
    page = open_page(**STILL)
    keys, (ann, _) = Keys(page), at_a_table(page, live_site)
    version = ann.version
    keys.press("2", "Enter", "Enter")
    keys.press("2", "d")
    page.locator("#board.is-drawing").wait_for()
    assert ann.version == version + 1
