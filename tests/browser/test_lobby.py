"""The list of open tables as it changes before a reader's eyes."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.kit.chromium import STILL
from tests.kit.servers import Site
from tests.kit.visitor import Visitor


def test_what_a_reader_has_unfolded_stays_so_when_the_list_changes(
    open_page: Callable[..., Page], live_site: Site
) -> None:
    several = Visitor(live_site.port, "Seven_Tables").joins()
    tables = [several.opens() for _ in range(4)]
    page = open_page()
    page.goto("/")
    fold = page.locator("details[data-host=Seven_Tables]")
    expect(fold.locator("summary")).to_have_text("2 more tables of Seven_Tables")
    expect(fold.locator(f"[data-table='{tables[0]}']")).to_be_hidden()
    fold.locator("summary").click()
    expect(fold.locator(f"[data-table='{tables[0]}']")).to_be_visible()
    newest = several.opens()
    expect(fold.locator("summary")).to_have_text("3 more tables of Seven_Tables")
    expect(page.locator(f"[data-table='{newest}']")).to_be_visible()
    expect(fold.locator(f"[data-table='{tables[0]}']")).to_be_visible()
    expect(fold.locator("summary")).to_be_focused()
    for table in (*tables, newest):
        several.post(f"/t/{table}/stand/")
    expect(fold).to_have_count(0)


def test_filters_hold_while_the_list_changes(
    open_page: Callable[..., Page], live_site: Site
) -> None:
    host = Visitor(live_site.port, "Filter_Host").joins()
    page = open_page()
    page.goto("/")
    page.get_by_label("Seats", exact=True).select_option("5")
    expect(page.get_by_text("No tables like this right now")).to_be_visible()
    assert page.url.endswith("/?seats=5")
    other, wanted = host.opens(), host.opens(game="odin", seats="5")
    expect(page.locator(f"[data-table='{wanted}']")).to_be_visible()
    expect(page.locator(f"[data-table='{other}']")).to_have_count(0)
    expect(page.locator("#open-count")).to_have_text("(1)")
    for table in (other, wanted):
        host.post(f"/t/{table}/stand/")


def test_the_seconds_of_a_page_that_continues_are_counted_without_motion_too(
    open_page: Callable[..., Page],
) -> None:
    page = open_page(**STILL)
    page.goto("/")
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p class=countdown><b></b></p>')")
    duration = "getComputedStyle(document.querySelector('.countdown b')).animationDuration"
    assert page.evaluate(duration) == "20s"
