"""Today's deal of Lost Cities, played by two accounts and a guest: they learn their places, and
nothing of each other's games."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.test_axe import finds_nothing
from tests.kit.chromium import PHONE, STILL
from tests.kit.forward import Forward
from tests.kit.servers import Site
from tests.kit.visitor import Visitor

GAME = "lost_cities"
PLACE = re.compile(r"So far you (are|share) (1st|2nd|3rd)( place)? of 3\.")


def test_two_accounts_and_a_guest_play_the_deal_of_the_day(
    open_page: Callable[..., Page], live_site: Site, forward: Forward
) -> None:
    guest = open_page(**PHONE, **STILL)
    guest.goto("/daily/")
    there = guest.locator(f'form[action$="/{GAME}/"]')
    day = str(there.get_attribute("action"))
    there.get_by_role("button", name="Play").tap()
    expect(guest.locator("#board[data-status=running]")).to_be_visible()
    its = str(guest.locator("#board").get_attribute("data-table"))

    people = [Visitor(live_site.port, name).joins() for name in ("Daily_Ann", "Daily_Ben")]
    tables = [begins(visitor, day) for visitor in people]
    for seed, table in enumerate((its, *tables), 1):
        forward.plays(table, seed=seed)
    for visitor, mine in zip(people, tables, strict=True):
        assert visitor.get(f"/t/{mine}/").status == 200
        for other in {its, *tables} - {mine}:
            assert visitor.get(f"/t/{other}/").status == 404
        assert PLACE.search(visitor.get(day).body)
    guest.goto(day)
    expect(guest.locator(".after__fact")).to_contain_text(PLACE)
    expect(guest.get_by_text("Keep this result")).to_be_visible()
    assert not re.search(r"/t/(?!" + its + r")\w+/", guest.content()), "another's game is linked"
    finds_nothing(guest)


def begins(visitor: Visitor, day: str) -> str:
    """Begin the deal of the day, and return its table."""
    return visitor.post(day).location.split("/")[2]
