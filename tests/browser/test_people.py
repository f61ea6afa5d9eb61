"""Two people in two browsers invite, play, ask for a rematch and play again: nobody sends a link by
hand."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.player import ENDED, Player
from tests.kit.chromium import STILL


def signs_up(page: Page, name: str) -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Name at the table").fill(name)
    for field in page.locator("input[type=password]").all():
        field.fill("seven lost cities")
    page.locator("form button.button--loud").click()
    page.wait_for_url(lambda url: "signup" not in url)


def opens_the_news(page: Page, new: int) -> None:
    expect(page.locator("#news-count")).to_have_attribute("data-count", str(new))
    page.locator("#news > summary").click()
    page.locator(".news__items").wait_for()


def resigns(player: Player) -> None:
    player.page.locator("#tab-options").click()
    player.page.get_by_text("Resign", exact=True).click()
    player.page.get_by_role("button", name="Yes, resign").click()
    player.page.locator(ENDED).wait_for()


def test_invite_play_finish_rematch_and_finish_again(ann: Page, ben: Page) -> None:
    players = Player(ann), Player(ben)
    for page, name in ((ann, "Nettie"), (ben, "Bruno")):
        page.emulate_media(**STILL)
        signs_up(page, name)

    ben.goto("/games/")
    ann.goto("/tables/new/?game=lost_cities&clock=untimed")
    ann.get_by_role("button", name="Open the table").click()
    ann.get_by_label("Name of a player").fill("nobody_of_that_name")
    ann.get_by_role("button", name="Invite").click()
    expect(ann.get_by_role("alert")).to_contain_text("Nobody here has that name.")
    expect(ann).to_have_url(re.compile(r"/t/\w+/$"))  # loading it again sends no form again
    ann.get_by_label("Name of a player").fill("bruno")
    ann.get_by_role("button", name="Invite").click()
    expect(ann.locator(".seat--asked")).to_contain_text("Bruno")
    opens_the_news(ben, 1)
    expect(ben.locator(".news__said")).to_have_text("Nettie invites you to Lost Cities")
    ben.locator(".news__items").get_by_role("button", name="Sit down").click()
    for player in players:
        player.waits_for_the_start()

    first = players[0].table
    resigns(players[1])
    players[0].page.locator(ENDED).wait_for()
    ben.goto("/games/")
    ann.locator("#result").get_by_role("button", name="Rematch").click()
    expect(ann.locator("#board .waiting__head")).to_contain_text("Waiting for Bruno")
    opens_the_news(ben, 1)
    expect(ben.locator(".news__said").first).to_have_text("Nettie wants a rematch")
    ben.get_by_role("button", name="Play again").click()
    for player in players:
        player.waits_for_the_start()
        assert player.table != first

    ben.goto("/games/")
    resigns(players[0])
    opens_the_news(ben, 1)
    expect(ben.locator(".news__said").first).to_have_text("Nettie resigned: you won")
    ben.keyboard.press("Escape")
    expect(ben.locator("#news-count")).to_be_hidden()
    expect(ann.locator("#news-count")).to_be_hidden()  # she saw both ends on the board
