"""Somebody who plays in a browser, by what they see: buttons, cards and lit places."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from playwright.sync_api import Locator, Page, expect

from tests.kit.forward import Forward

YOUR_TURN = "#board[data-your-turn]"
ENDED = '#board[data-status="ended"]'


@dataclass
class Player:
    """`touch`: with a finger instead of a mouse."""

    page: Page
    touch: bool = False

    @property
    def board(self) -> Locator:
        return self.page.locator("#board")

    def data(self, name: str) -> str:
        return self.board.get_attribute(f"data-{name}") or ""

    @property
    def table(self) -> str:
        return self.data("table")

    @property
    def version(self) -> int:
        return int(self.data("version"))

    @property
    def over(self) -> bool:
        return self.data("status") == "ended"

    def presses(self, what: Locator) -> None:
        if self.touch:
            what.tap()
        else:
            what.click()

    # --- before the game

    def enters(self) -> None:
        """As a guest, from the front page."""
        self.page.goto("/")
        self.presses(self.page.get_by_role("button", name="Look around as a guest"))
        expect(self.page.get_by_role("heading", name="No games yet")).to_be_visible()

    def plays_a_bot(self) -> None:
        """With one click on the first game of the front page, and another one since a newcomer is
        asked once whether to learn it."""
        self.page.goto("/")
        self.presses(self.page.locator(".covers__now").first)
        self.presses(self.page.get_by_role("button", name="I know the game"))
        expect(self.board).to_have_attribute("data-status", "running")

    def opens_a_table(self) -> None:
        self.presses(self.page.get_by_role("link", name="Play your first game"))
        self.presses(self.page.get_by_role("button", name="Open the table"))
        expect(self.board).to_have_attribute("data-status", "open")

    def sits_down_at(self, table: str) -> None:
        self.page.goto("/")
        self.presses(
            self.page.locator(f'#open-tables [data-table="{table}"]').get_by_role(
                "button", name="Sit down"
            )
        )
        self.waits_for_the_start()

    # --- in the game

    def waits_for_the_start(self) -> None:
        expect(self.board).to_have_attribute("data-status", "running")
        self.page.wait_for_load_state()  # keys work once the scripts are there

    def waits_for_the_turn(self) -> None:
        self.page.locator(f"{YOUR_TURN}, {ENDED}").wait_for()
        self.page.wait_for_load_state()

    def waits_for(self, version: int) -> None:
        self.page.wait_for_function(
            "version => Number(document.getElementById('board').dataset.version) >= version",
            arg=version,
        )

    def waits_for_the_page_after(self, version: int) -> None:
        """Without JavaScript an answer is a new page, and nothing tells when it is there but its
        version."""
        expect(self.board).not_to_have_attribute("data-version", str(version))

    def puts_a_card(self, rng: Random) -> None:
        """Chooses a card of the hand, then one of the places that light up."""
        cards = self.page.locator(".slot > label.card")
        self.presses(cards.nth(rng.randrange(cards.count())))
        places = self.page.locator("label.go[data-i]:visible")
        expect(places.first).to_be_visible()
        self.presses(places.nth(rng.randrange(places.count())))
        self.page.locator("#board.is-drawing").wait_for()

    def draws(self) -> None:
        """From the stock, which brings the end nearer."""
        version = self.version
        self.presses(self.page.locator(".stock label.go"))
        self.waits_for(version + 1)

    def plays_a_turn(self, rng: Random) -> None:
        self.puts_a_card(rng)
        self.draws()


def skip(forward: Forward, *players: Player, **how: int) -> None:
    """Play their table on as `Forward.plays` does, while their pages are elsewhere: a page would
    show each of the moves."""
    table = players[0].table
    for player in players:
        player.page.goto("about:blank")
    forward.plays(table, **how)
    for player in players:
        player.page.goto(f"/t/{table}/")
        player.page.wait_for_load_state()
