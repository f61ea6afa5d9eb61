"""Two people in two browsers open a game of Lost Cities and end it, each seeing what the other
does."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Page, expect

from tests.browser.player import ENDED, YOUR_TURN, Player, skip
from tests.kit.forward import Forward

HURRY = 2  # turns after which nobody waits any more for cards to glide
LEFT = 8  # entries that are played in the browsers


def test_from_the_front_page_to_the_scores(ann: Page, ben: Page, forward: Forward) -> None:
    rng = Random(1)
    players = Player(ann), Player(ben)
    for player in players:
        player.enters()
    players[0].opens_a_table()
    players[1].sits_down_at(players[0].table)
    players[0].waits_for_the_start()
    skip(forward, *players, left=LEFT)
    for page in (ann, ben):
        page.evaluate("window.opened = true")

    turns = 0
    while True:
        ann.locator(f"{YOUR_TURN}, .is-waiting, {ENDED}").wait_for()
        if players[0].over:
            break
        mover = next(player for player in players if player.page.locator(YOUR_TURN).count())
        other = players[1] if mover is players[0] else players[0]
        mover.puts_a_card(rng)
        other.waits_for(mover.version)
        mover.draws()
        other.waits_for(mover.version)
        turns += 1
        if turns == HURRY:
            for page in (ann, ben):
                page.emulate_media(reduced_motion="reduce")
    assert turns == LEFT // 2

    sums = [page.locator("#result td:last-child").all_inner_texts() for page in (ann, ben)]
    assert sums[0] == sums[1][::-1]  # each sees the other above
    assert len(sums[0]) == 2
    for page in (ann, ben):
        expect(page.locator("#result")).to_be_visible()
        assert page.evaluate("window.opened")  # no page was ever loaded anew
    for name in ("scores", "places", "version"):
        assert players[0].data(name) == players[1].data(name) != ""
