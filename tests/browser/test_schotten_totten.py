"""Two people in two browsers play Schotten Totten: card, stone, claims granted and refused, and a
game with tactics cards."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Page, expect

from tests.browser.opponent import at_a_table
from tests.browser.player import ENDED, YOUR_TURN, Player, skip
from tests.browser.test_phone import fits
from tests.kit.chromium import PHONE, PLAIN, STILL
from tests.kit.forward import Forward
from tests.kit.servers import Site

PRESSES = "label.press:visible, .stock label.go:visible"


def opened(ann: Page, ben: Page, **options: str) -> tuple[Player, Player]:
    """Both at a table of the game with these options, Ann to begin."""
    first, second = Player(ann), Player(ben)
    for player in (first, second):
        player.enters()
    ann.goto("/tables/new/?game=schotten_totten")
    ann.get_by_text("More choices").click()
    for name, value in options.items():
        ann.locator(
            f'input[name="{name}"][value="{value}"] + label, '
            f'label:has(input[name="{name}"][value="{value}"])'
        ).first.click()
    ann.get_by_role("button", name="Open the table").click()
    expect(first.board).to_have_attribute("data-status", "open")
    second.sits_down_at(first.table)
    first.waits_for_the_start()
    return first, second


class Play:
    """One turn after the other, with what happened on the way."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.claimed = self.refused = self.aimed = 0

    def step(self, player: Player) -> None:
        """One entry of the log, by what is lit."""
        page, version = player.page, player.version
        if page.locator("label.press--all:visible").count():
            self.claims_all(page)
        elif page.locator("label.claim:visible").count():
            self.claimed += 1
            page.locator("label.claim:visible").first.click()
        elif page.locator("#board.is-picking").count():
            self.lays(page)
        else:
            self.asks(page)
            page.locator(PRESSES).first.click()
        player.waits_for(version + 1)

    def claims_all(self, page: Page) -> None:
        """One button, one answer: the stones are ours."""
        codes = (page.locator("#do-claims").get_attribute("value") or "").split(",")
        page.locator("label.press--all").click()
        for code in codes:
            expect(
                page.locator(f'.stone.is-mine[data-at="{code.removeprefix("claim ")}"]')
            ).to_be_visible()
        self.claimed += len(codes)

    def lays(self, page: Page) -> None:
        cards = page.locator(".slot > label.card:not(.is-muted)")
        if not cards.count():
            page.locator("label.press:visible").first.click()
            return
        cards.nth(self.rng.randrange(cards.count())).click()
        places = page.locator("label.go[data-i]:visible")
        expect(places.first).to_be_visible()
        places.first.click()  # side by side from the left: three in a row are won soon
        targets = page.locator(".to:visible")
        if targets.count():  # the second step of a ruse
            self.aimed += 1
            targets.nth(self.rng.randrange(targets.count())).click()

    def asks(self, page: Page) -> None:
        """Ask why a stone cannot be claimed, and close the answer, which shows cards.

        Whoever can lay no card has proved stones that are claimed only after the pass.
        """
        asked = page.locator("label.ask:visible", has_text="Not yet")
        if not asked.count() or self.refused > 2:
            return
        asked.first.click()
        sheet = page.locator(".sheet:visible")
        expect(sheet).to_contain_text("cannot claim")
        assert sheet.locator(".evidence").count() == 2
        self.refused += 1
        sheet.get_by_text("Back", exact=True).click()
        expect(sheet).to_be_hidden()

    def to_the_end(
        self, players: tuple[Player, Player], steps: int = 400, *, to_a_refusal: bool = False
    ) -> None:
        for _ in range(steps):
            players[0].page.locator(f"{YOUR_TURN}, .is-waiting, {ENDED}").wait_for()
            if players[0].over or (to_a_refusal and self.refused):
                return
            mover = next(player for player in players if player.page.locator(YOUR_TURN).count())
            other = players[1] if mover is players[0] else players[0]
            self.step(mover)
            other.waits_for(mover.version)
        raise AssertionError("the game does not end")


def test_claims_are_refused_and_granted_until_the_end(
    open_page: Callable[..., Page], forward: Forward
) -> None:
    ann, ben = open_page(**STILL), open_page(**STILL)
    players = opened(ann, ben)
    skip(forward, *players, left=24)
    play = Play(3)
    play.to_the_end(players, to_a_refusal=True)  # the last turns do not always have one
    skip(forward, *players, left=6)
    play.to_the_end(players)
    assert play.claimed and play.refused
    see_the_same_end(players)


def test_a_game_with_tactics_cards_from_its_middle(
    open_page: Callable[..., Page], forward: Forward
) -> None:
    ann, ben = open_page(**STILL), open_page(**STILL)
    players = opened(ann, ben, tactics="on")
    skip(forward, *players, left=12)
    play = Play(3)
    play.to_the_end(players)
    assert play.claimed
    see_the_same_end(players)


def see_the_same_end(players: tuple[Player, Player]) -> None:
    for player in players:
        expect(player.page.locator("#result")).to_be_visible()
    for name in ("scores", "places", "version"):
        assert players[0].data(name) == players[1].data(name) != ""


def test_a_game_on_a_phone_needs_no_scrolling(
    open_page: Callable[..., Page], live_site: Site, forward: Forward
) -> None:
    page, play = open_page(**PHONE, **STILL), Play(4)
    ann, ben = at_a_table(page, live_site, touch=True, game="schotten_totten")
    skip(forward, ann, entries=40)
    ben.plays()
    for _ in range(2):
        ann.waits_for_the_turn()
        while page.locator(YOUR_TURN).count():
            fits(page)
            play.step(ann)
        ben.plays()


def test_a_turn_without_javascript(open_page: Callable[..., Page], live_site: Site) -> None:
    page = open_page(**PLAIN)
    at_a_table(page, live_site, game="schotten_totten")
    page.locator(".slot > label.card").first.click()
    page.locator("label.go[data-i]:visible").nth(4).click()
    expect(page.locator('.stone[data-at="5"] .half--mine li.card')).to_have_count(1)
    page.locator("label.press--draw").click()
    expect(page.locator("#board.is-waiting")).to_be_visible()


def test_keys_choose_a_card_and_its_stone(open_page: Callable[..., Page], live_site: Site) -> None:
    page = open_page(**STILL)
    ann, _ = at_a_table(page, live_site, game="schotten_totten")
    for key in ("2", "Escape", "3", "g"):
        page.keyboard.press(key)
    page.locator("#board.is-claiming").wait_for()
    expect(page.locator('.stone[data-at="7"] .half--mine li.card')).to_have_count(1)
    version = ann.version
    page.keyboard.press("d")
    ann.waits_for(version + 1)
    expect(page.locator("#board.is-waiting")).to_be_visible()
