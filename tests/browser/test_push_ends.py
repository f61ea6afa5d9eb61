"""Notices that a browser shows, and that end: by a push, or as their table is opened."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, Worker

from games.notices.push.message import End
from tests.browser.player import Player
from tests.browser.test_installed import Pushes, shown, worker_of
from tests.browser.test_installed import phone as phone
from tests.kit.servers import Site

GONE = """async (tag) => {
  for (let tries = 0; tries < 250; tries++) {
    if (!(await self.registration.getNotifications({ tag })).length) return true;
    await new Promise((go) => setTimeout(go, 20));
  }
}"""
SHOWN = "self.registration.getNotifications().then((all) => all.map(({ tag }) => tag).sort())"


def is_told(worker: Worker, pushes: Pushes, table: str, url: str) -> str:
    """Have a notice of a table shown, and return its tag."""
    tag = f"table-{table}"
    assert shown(worker, pushes, {"title": "Your turn", "body": "", "url": url, "tag": tag})
    return tag


def test_a_notice_ends_with_what_it_says(phone: BrowserContext, live_site: Site) -> None:
    page: Page = phone.pages[0]
    ann = Player(page, touch=True)
    ann.enters()
    worker, pushes = worker_of(phone, page), Pushes(page, live_site.url)
    ann.opens_a_table()
    table = ann.table
    url = f"{live_site.url}/t/{table}/"
    page.goto("/games/")

    # it was played on another device; the notice of another table stays
    other = is_told(worker, pushes, "elsewhere", f"{live_site.url}/t/elsewhere/")
    tag = is_told(worker, pushes, table, url)
    pushes.deliver(End(tag).packed().decode())
    assert worker.evaluate(GONE, tag) and worker.evaluate(SHOWN) == [other]

    # it is opened on this one
    is_told(worker, pushes, table, url)
    page.goto(url)
    assert worker.evaluate(GONE, tag) and worker.evaluate(SHOWN) == [other]

    # a turn that waits no longer is over on every page of the site, where no end was pushed
    pushes.deliver(f'{{"title":"Your turn","url":"{url}","tag":"{tag}","turn":true}}')
    page.goto("/games/")
    assert worker.evaluate(GONE, tag) and worker.evaluate(SHOWN) == [other]

    # an end that comes twice, or of what was never shown here
    for _ in range(2):
        pushes.deliver(End(tag).packed().decode())
    assert worker.evaluate(SHOWN) == [other]
