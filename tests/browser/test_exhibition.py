"""Exhibition in browsers: three end a game, two of them with a thumb; one begins and ends a game
alone without JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Locator, Page, expect

from tests.browser.opponent import Opponent
from tests.browser.player import ENDED, YOUR_TURN, Player, skip
from tests.browser.test_axe import finds_nothing
from tests.browser.test_phone import fits
from tests.kit.chromium import PHONE, PLAIN, STILL
from tests.kit.forward import Forward
from tests.kit.servers import Site

CARDS = ":is(.strips, .wall) label.go:visible"
CONTINENTS = "label.go--there:visible"
PLACES = ".hall--mine .case:not(.case--depot) label.go:visible"


def lit(page: Page) -> Locator:
    """Return all that is lit now: cards, continents, places of the hall, or the button to finish if
    the card fits nowhere."""
    if page.locator("#board.is-take").count():
        return page.locator(CARDS)
    if page.locator("#board.is-stuck").count():
        return page.locator('label.press[for="do-finish"]')
    places = page.locator(PLACES)
    return places if places.count() else page.locator(CONTINENTS)


def step(player: Player, rng: Random) -> None:
    """One tap."""
    version, found = player.version, lit(player.page)
    expect(found.first).to_be_visible()
    player.presses(found.nth(rng.randrange(found.count())))
    player.waits_for(version + 1)


DATA = "board => ({...board.dataset, classes: board.className})"


def next_to_move(players: list[Player]) -> Player:
    """Return who has the turn, or anybody once the game is over. After a leap in time, or a move of
    somebody else, the page of the next one takes a moment."""
    for _ in range(400):
        for player in players:
            if player.over or player.page.locator(YOUR_TURN).count():
                return player
        players[0].page.wait_for_timeout(50)
    raise AssertionError(
        "nobody has the turn: " + str([player.board.evaluate(DATA) for player in players])
    )


def sits_down(player: Player, table: str) -> None:
    player.page.goto(f"/t/{table}/")
    player.presses(player.page.get_by_role("button", name="Sit down as a guest"))
    # A page that is loaded anew before the answer is there is a stranger's.
    player.page.locator('#board:not([data-seat=""])').wait_for()


def test_three_end_a_game(
    open_page: Callable[..., Page], live_site: Site, forward: Forward
) -> None:
    rng = Random(5)
    players = [
        Player(open_page(**STILL)),
        Player(open_page(**PHONE, **STILL), touch=True),
        Player(open_page(**PHONE, **STILL), touch=True),
    ]
    ann, ben, eve = players
    ann.enters()
    ann.page.goto("/tables/new/?game=exhibition&seats=3")
    ann.page.get_by_role("button", name="Open the table").click()
    for other in (ben, eve):
        sits_down(other, ann.table)
    skip(forward, *players, left=14)
    while not (mover := next_to_move(players)).over:  # in taps of chance, as many as it takes
        if mover.touch:  # which of both is left to chance: a full hall takes no more turns
            fits(mover.page)
        step(mover, rng)
        for player in players:
            player.waits_for(mover.version)
    for player in players:
        expect(player.page.locator("#result table.sheet")).to_contain_text("Fame points")
        assert player.data("scores") == ann.data("scores") != ""
        assert player.data("places") == ann.data("places")
    assert len(ann.data("scores").split()) == 3
    assert ann.page.locator(".result__halls > section").count() == 3


def test_alone_without_javascript(open_page: Callable[..., Page], forward: Forward) -> None:
    page, rng = open_page(**PLAIN, **PHONE), Random(4)
    alone = Player(page)
    page.goto("/")
    page.get_by_role("button", name="Look around as a guest").click()
    page.goto("/tables/new/?game=exhibition")
    page.locator('label:has(input[name="seats"][value="1"])').click()
    expect(page.locator(".opts--private, .opts--order")).to_have_count(2)
    expect(page.locator(".opts--private")).to_be_hidden()
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#board[data-status=running].is-solo")).to_be_visible()
    page.locator(CARDS).first.click()
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#board.is-take")).to_be_visible()
    # another continent opens in the tray, and nothing lies there to be taken
    page.locator(".columns .open").nth(3).click()
    expect(page.locator('.strips[data-c="as"]')).to_be_visible()
    assert page.locator(CARDS).count() == 0
    page.locator(".columns .open").nth(0).click()
    for entries in (4, 80):  # at the beginning, and to the end
        for _ in range(entries):
            version, found = alone.version, lit(page)
            alone.presses(found.nth(rng.randrange(found.count())))
            alone.waits_for_the_page_after(version)
            if alone.over:
                break
        if entries == 4:
            skip(forward, alone, left=8)
    assert alone.over
    score = page.locator("#board").get_attribute("data-scores")
    assert score and score.replace("-", "−") == page.locator(
        ".sheet tfoot td"
    ).inner_text().replace("\u202f", "")
    page.get_by_role("link", name="Your best games").click()
    expect(page.get_by_role("heading", name="Best solo games")).to_be_visible()


def test_a_place_says_why_not_and_the_next_one_takes_the_card(
    open_page: Callable[..., Page], live_site: Site
) -> None:
    """By keyboard and by mouse, with nothing for axe to find on the way."""
    page, ben, rng = open_page(**STILL), Opponent(live_site), Random(3)
    ben.table = ben.visitor.opens(game="exhibition", seats=2, order="seats", seat=1)
    sits_down(ann := Player(page), ben.table)
    for _ in range(8):
        ann.waits_for_the_turn()
        page.keyboard.press("2")  # the second card
        page.locator("#board.is-held").wait_for()
        if page.locator(".is-shut").count():
            break
        while page.locator("#board.is-held").count():
            step(ann, rng)
        ben.plays()
    shut = page.locator(".is-shut").first
    shut.locator("label.no").click()
    expect(shut.locator(".bubble")).to_be_visible()
    finds_nothing(page)
    page.keyboard.press("Escape")
    expect(shut.locator(".bubble")).to_be_hidden()
    page.keyboard.press("u")  # nothing was revealed yet
    page.locator("#board.is-take").wait_for()
    page.locator(".rival > summary").click()
    page.locator("#tally-open").evaluate("(box) => box.click()")
    finds_nothing(page)
    ben.visitor.post(f"/t/{ben.table}/resign/")
    page.locator(ENDED).wait_for()
