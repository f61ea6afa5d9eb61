"""Ann follows and blocks Ben; Ben is not told, and cannot sit down at her table."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.test_axe import finds_nothing
from tests.browser.test_people import signs_up
from tests.kit.chromium import PHONE, STILL


def test_ann_follows_notes_and_blocks_ben(ann: Page, ben: Page) -> None:
    for page, name in ((ann, "Frieda"), (ben, "Gustav")):
        page.emulate_media(**STILL)
        signs_up(page, name)
    ben.goto("/players/")
    ben.get_by_role("button", name="Show it").click()
    expect(ben.get_by_role("button", name="Show it")).to_have_count(0)

    ann.goto("/players/?q=gus")
    ann.get_by_role("button", name=re.compile("Follow.*Gustav")).click()
    expect(ann.get_by_role("status").filter(has_text="You follow Gustav.")).to_be_visible()
    ann.goto("/players/")
    expect(ann.get_by_role("heading", name="You follow, here now")).to_be_visible()
    finds_nothing(ann)

    ann.goto("/@/Gustav/")
    expect(ann.get_by_role("button", name="Following")).to_be_visible()
    ann.get_by_role("textbox", name="Your note").fill("From the Tuesday club.")
    ann.get_by_role("heading", level=1).click()  # the note is left
    expect(ann.locator("#note-saved")).to_have_text("Saved.")
    ann.reload()
    expect(ann.get_by_role("textbox", name="Your note")).to_have_value("From the Tuesday club.")
    finds_nothing(ann)
    ann.route("**/note/", lambda route: route.abort())
    ann.get_by_role("textbox", name="Your note").fill("From the Wednesday club.")
    ann.get_by_role("heading", level=1).click()
    expect(ann.locator("#note-saved")).to_have_text("Not saved. Try again.")
    ann.unroute("**/note/")

    ann.set_viewport_size(PHONE["viewport"])
    more = ann.locator(".ways__more")
    more.locator("summary").click()
    finds_nothing(ann)
    ann.keyboard.press("Escape")
    expect(more).not_to_have_attribute("open", "")
    more.locator("summary").click()
    ann.get_by_role("link", name="Block Gustav…").click()
    ann.get_by_role("button", name="Block Gustav").click()
    expect(ann.get_by_text("You have blocked Gustav.", exact=True)).to_be_visible()
    assert ann.evaluate("document.documentElement.scrollWidth") <= 360

    ann.goto("/tables/new/?game=lost_cities&clock=untimed")
    ann.get_by_role("button", name="Open the table").click()
    expect(ann).to_have_url(re.compile(r"/t/\w+/$"))
    table = ann.url

    ben.goto("/")
    expect(ben.locator("#news-count")).to_have_attribute("data-count", "0")  # is not told
    assert table.split("/")[-2] not in ben.locator("#open-tables").inner_html()
    ben.goto(table)
    ben.get_by_role("button", name="Sit down").first.click()
    expect(ben.get_by_role("alert")).to_have_text("You cannot sit down at this table.")
    ben.goto("/@/Frieda/")
    expect(ben.get_by_role("link", name="Play against Frieda")).to_be_visible()
    assert "blocked" not in ben.content()
