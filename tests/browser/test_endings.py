"""Endings that players propose to each other, and the same again, in two browsers."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.browser.player import ENDED, YOUR_TURN, Player
from tests.kit.chromium import PHONE, PLAIN, STILL

pytestmark = pytest.mark.browser


def at_a_table(ann: Page, ben: Page) -> tuple[Player, Player]:
    players = Player(ann), Player(ben)
    for player in players:
        player.enters()
    players[0].opens_a_table()
    players[1].sits_down_at(players[0].table)
    players[0].waits_for_the_start()
    return players


def turn(players: tuple[Player, Player], rng: Random) -> None:
    """Let the player to act play a turn."""
    mover = next(player for player in players if player.page.locator(YOUR_TURN).count())
    mover.plays_a_turn(rng)
    for player in players:
        player.waits_for(mover.version)


def confirms(page: Page, what: str, yes: str) -> None:
    """In the options: unfold, then say yes."""
    page.locator("#tab-options").click()
    page.locator("#options summary", has_text=what).click()
    page.get_by_role("button", name=yes).click()


def test_a_draw_is_offered_declined_offered_again_and_taken(open_page: Callable[..., Page]) -> None:
    rng, (ann, ben) = Random(5), (open_page(**STILL), open_page(**STILL))
    players = at_a_table(ann, ben)
    confirms(ann, "Offer a draw", "Yes, offer a draw")
    expect(ann.get_by_text("You have offered a draw.")).to_be_visible()
    ben.locator(".offer", has_text="offers a draw").get_by_role("button", name="Play on").click()
    expect(ann.get_by_text("The draw was declined.")).to_be_visible()
    expect(ben.locator(".offer button")).to_have_count(0)
    turn(players, rng)
    confirms(ben, "Offer a draw", "Yes, offer a draw")
    ann.locator(".offer", has_text="offers a draw").get_by_role(
        "button", name="Accept the draw"
    ).click()
    for page in (ann, ben):
        expect(page.locator("#result")).to_contain_text("A draw")
        expect(page.locator("#board")).to_have_attribute("data-places", "1 1")


def test_rematch_after_rematch_with_seats_rotated_and_the_score_of_the_series(
    open_page: Callable[..., Page],
) -> None:
    ann, ben = open_page(**STILL), open_page(**STILL)
    players = at_a_table(ann, ben)
    first = next(player for player in players if player.page.locator(YOUR_TURN).count())
    confirms(ann, "Resign", "Yes, resign")
    expect(ann.locator("#result")).to_contain_text("You resigned.")
    old = players[0].table
    for asks, follows in ((ann, ben), (ben, ann)):
        asks.get_by_role("button", name="Rematch").click()
        expect(asks.locator("#board")).to_have_attribute("data-status", "open")
        follows.get_by_role("button", name="Accept the rematch").click()
        for page in (ann, ben):
            expect(page.locator("#board")).to_have_attribute("data-status", "running")
            page.wait_for_load_state()
        assert players[0].table == players[1].table != old
        old = players[0].table
        begins = next(player for player in players if player.page.locator(YOUR_TURN).count())
        assert begins is not first
        first = begins
        confirms(ann, "Resign", "Yes, resign")
        expect(ann.locator("#result")).to_contain_text(re.compile(r" 0, .+ [23] in this series"))
        expect(ben.locator(ENDED)).to_be_visible()


def test_a_young_game_is_broken_off_by_one_on_a_phone(open_page: Callable[..., Page]) -> None:
    ann, ben = open_page(**PHONE, **STILL), open_page(**STILL)
    at_a_table(ann, ben)
    ann.locator(".strip__menu").tap()
    confirms(ann, "Call the game off", "Yes, call it off")
    for page in (ann, ben):
        expect(page.locator("#result")).to_contain_text("Called off")
        expect(page.locator("#board")).to_have_attribute("data-places", "")


def test_without_javascript_a_draw_and_a_rematch_are_plain_forms(
    open_page: Callable[..., Page],
) -> None:
    ann, ben = open_page(**PLAIN), open_page(**PLAIN)
    players = Player(ann), Player(ben)
    for player in players:
        player.enters()
    players[0].opens_a_table()
    players[1].sits_down_at(players[0].table)
    ann.goto(f"/t/{players[0].table}/")
    ann.locator("#options summary", has_text="Offer a draw").click()
    ann.get_by_role("button", name="Yes, offer a draw").click()
    ben.goto(f"/t/{players[0].table}/")
    ben.get_by_role("button", name="Accept the draw").click()
    expect(ben.locator(ENDED)).to_be_visible()
    ben.get_by_role("button", name="Rematch").click()
    expect(ben.locator("#board")).to_have_attribute("data-status", "open")
    ann.goto(f"/t/{players[0].table}/")
    ann.get_by_role("button", name="Accept the rematch").click()
    expect(ann.locator("#board")).to_have_attribute("data-status", "running")
