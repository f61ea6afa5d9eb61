"""A correspondence game over several days, ended by the clock, up to the leaderboard. The days are
skipped (tests/kit/days)."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from email.utils import parsedate_to_datetime
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.player import Player
from tests.kit import environment
from tests.kit.chromium import PATIENCE, STILL, WIDE, Pages
from tests.kit.servers import Site, wait_until
from tests.kit.visitor import Visitor

pytestmark = pytest.mark.browser
DAY = 86_400
GAMES = 18


class Days:
    """A site whose days can be skipped."""

    def __init__(self, site: Site, file: Path) -> None:
        self.site, self.file, self.skipped = site, file, 0.0

    def skip(self, days: float) -> None:
        """Skip so many days, and wait until the site lives in the new one: a table that began
        before it would be as old as what was skipped."""
        self.skipped += days * DAY
        whole = self.file.with_suffix(".new")
        whole.write_text(str(self.skipped))
        whole.replace(self.file)  # whoever read half of it would be back in the first day
        wait_until(lambda: self.now() > time.time() + self.skipped - 60, "the new day has begun")

    def now(self) -> float:
        """Return the seconds since 1970, as the site has them."""
        return parsedate_to_datetime(self.site.get("/healthz")[1]["date"]).timestamp()


@pytest.fixture(scope="module")
def days(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Days]:
    folder = tmp_path_factory.mktemp("days")
    file = folder / "days"
    site = Site(
        folder / "site",
        RATE_LIMITS="off",
        PYTHONPATH=str(environment.ROOT / "tests" / "kit" / "days"),
        DAYS_FILE=str(file),
    )
    site.run()
    yield Days(site, file)
    assert site.stop() == 0, site.output.read_text()


@pytest.fixture
def sign_up(browser: Browser, days: Days) -> Iterator[Callable[[str], Page]]:
    """Somebody new with an account, in a browser of their own."""
    pages = Pages(browser, days.site)

    def sign_up(name: str) -> Page:
        page = pages.take(WIDE | STILL)
        page.goto("/accounts/signup/")
        page.get_by_label("Name at the table").fill(name)
        page.get_by_role("textbox", name="Password", exact=True).fill("seven lost cities")
        page.get_by_role("textbox", name="Repeat the password").fill("seven lost cities")
        page.get_by_role("button", name="Create account").click()
        expect(page.locator(".site-head")).to_contain_text(name)
        return page

    yield sign_up
    faults = pages.close()
    assert not faults, "\n".join(faults)


def visitor(page: Page, name: str) -> Visitor:
    """Return a visitor with the cookies of the page, who sends plain requests."""
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    return Visitor(urlsplit(page.url).port or 80, name, cookies)


def rating(page: Page, name: str) -> tuple[int, int]:
    page.goto(f"/@/{name}/")
    found = re.search(r"(\d{3,4})\s*±\s*(\d+)", page.locator("main").inner_text())
    assert found, page.locator("main").inner_text()
    return int(found[1]), int(found[2])


def test_a_rated_game_by_correspondence_is_lost_on_time_and_counts(
    days: Days, sign_up: Callable[[str], Page]
) -> None:
    rng = Random(3)
    ann, ben = sign_up("Anneke"), sign_up("Benno")
    players = Player(ann), Player(ben)

    ann.goto("/tables/new/")
    ann.locator('.pace:has([name="clock"][value="daily"]) .opt').click()
    ann.locator('label.chip[for="clock-daily"], label.chip:has([value="daily"])').first.click()
    expect(ann.locator("#ticket-points")).to_contain_text("Rated")
    ann.get_by_role("button", name="Open the table").click()
    expect(players[0].board).to_have_attribute("data-status", "open")
    table = players[0].table
    players[1].sits_down_at(table)
    players[0].waits_for_the_start()

    for _ in range(4):  # two days and more than one budget's worth of thinking, turn by turn
        mover = next(
            player for player in players if player.page.locator("#board[data-your-turn]").count()
        )
        other = players[1] if mover is players[0] else players[0]
        days.skip(0.9)
        mover.plays_a_turn(rng)
        other.waits_for(mover.version)
    expect(players[0].board).to_have_attribute("data-status", "running")

    loser = next(
        player for player in players if player.page.locator("#board[data-your-turn]").count()
    )
    winner = players[1] if loser is players[0] else players[0]
    days.skip(7)
    for player in players:
        expect(player.board).to_have_attribute("data-status", "ended", timeout=PATIENCE)
    expect(winner.page.locator("#result")).to_contain_text("You win")
    expect(loser.page.locator("#result")).to_contain_text("You ran out of time")
    for player in players:  # the ratings follow by themselves
        expect(player.page.locator("#result")).to_contain_text(
            re.compile(r"[Rr]ating \d+ \([+−]\d+\)"), timeout=PATIENCE
        )

    names = ("Anneke", "Benno") if winner is players[0] else ("Benno", "Anneke")
    better, worse = (rating(ann, name) for name in names)
    assert better[0] > 1500 > worse[0]
    assert better[1] == worse[1]

    # A place takes ten games and a rating that is sure enough: some rematches, most of which the
    # same one gives up.
    first, second = (
        visitor(player.page, name) for player, name in zip((winner, loser), names, strict=True)
    )
    for number in range(1, GAMES):
        if number % 3 == 0:
            days.skip(1.1)  # more games of one day would count less
        for person in (first, second):
            answer = person.post(f"/t/{table}/rematch/")
            assert answer.status == 303
        table = urlsplit(answer.location).path.split("/")[2]
        for person in (first, second, first):  # a game counts when both have moved, whoever begins
            person.takes_a_turn(table)
        assert (first if number % 3 == 0 else second).post(f"/t/{table}/resign/").status == 303

    def counted() -> bool:
        ann.goto("/leaderboard/lost_cities/")
        return [
            row.split("\t")[-1] for row in ann.locator("table.ranking tbody tr").all_inner_texts()
        ] == [str(GAMES)] * 2

    wait_until(counted, "all games are in the ratings")
    for row, name in zip(
        ann.locator("table.ranking tbody tr").all_inner_texts(), names, strict=True
    ):
        assert name in row
        assert f"{rating(ben, name)[0]} ±" in row
