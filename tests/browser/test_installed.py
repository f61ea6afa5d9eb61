"""The site as an app on a phone, in a browser with a profile of its own: push is not for private
windows, nor is installing."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, BrowserType, Page, Worker, expect

from tests.browser.player import Player
from tests.kit.chromium import PATIENCE, PHONE, STILL, Watch
from tests.kit.servers import Site
from tests.push.service import Browser, Service, running

# There is no push service without the internet: the browser subscribes at one of the test.
SUBSCRIBES = """
const fields = FIELDS, key = (text) => text;
let mine = null;
PushManager.prototype.getSubscription = async () => mine;
PushManager.prototype.subscribe = async (options) => mine = {
  options: { applicationServerKey: options.applicationServerKey.buffer },
  toJSON: () => ({ endpoint: fields.endpoint, keys: { p256dh: fields.p256dh, auth: fields.auth } }),
  unsubscribe: async () => { mine = null; return true; },
};
"""
# Windows are opened and focused for a hand alone: the worker is asked where it would lead.
LEADS = """async () => {
  const led = [];
  self.clients.openWindow = async (url) => led.push(`opens ${url}`);
  WindowClient.prototype.focus = async function () { led.push(`focuses ${this.url}`); };
  for (const notification of await self.registration.getNotifications()) {
    const waits = [];
    const event = new NotificationEvent("notificationclick", { notification });
    event.waitUntil = (promise) => waits.push(promise);
    self.dispatchEvent(event);
    await Promise.all(waits);
  }
  return led;
}"""
SHOWN = """async (tag) => {
  for (let tries = 0; tries < 250; tries++) {
    const found = await self.registration.getNotifications({ tag });
    const [notice] = found.map(({ title, body, data }) => ({ title, body, url: data.url }));
    if (notice) return notice;
    await new Promise((go) => setTimeout(go, 20));
  }
}"""
ELSEWHERE = "https://evil.example/t/elsewhere/"
HEARS = """() => {
  window.heard = new Promise((go) => {
    navigator.serviceWorker.addEventListener("message", ({ data }) => go(data.pushed));
  });
}"""
KEPT = """async () => {
  const kept = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
  return (await Promise.all(kept)).flat().map((request) => new URL(request.url).pathname);
}"""


@pytest.fixture
def service() -> Iterator[Service]:
    with running(datetime.now(UTC)) as service:
        yield service


@pytest.fixture
def phone(
    browser_type: BrowserType,
    browser_type_launch_args: dict[str, Any],
    live_site: Site,
    tmp_path: Path,
) -> Iterator[BrowserContext]:
    context = browser_type.launch_persistent_context(
        tmp_path, base_url=live_site.url, **browser_type_launch_args, **PHONE, **STILL
    )
    context.set_default_timeout(PATIENCE)
    context.grant_permissions(["notifications"], origin=live_site.url)
    watch = Watch(live_site.url, context)
    yield context
    context.close()
    assert not watch.faults


class Pushes:
    """The hand of a push service that reaches a browser."""

    def __init__(self, page: Page, origin: str) -> None:
        self.session, self.origin = page.context.new_cdp_session(page), origin
        self.registration = ""
        self.session.on("ServiceWorker.workerRegistrationUpdated", self.updated)
        self.session.send("ServiceWorker.enable")

    def updated(self, facts: dict[str, Any]) -> None:
        for row in facts["registrations"]:
            self.registration = row["registrationId"]

    def deliver(self, words: str) -> None:
        facts = {"origin": self.origin, "registrationId": self.registration, "data": words}
        self.session.send("ServiceWorker.deliverPushMessage", facts)


def shown(worker: Worker, pushes: Pushes, words: dict[str, str]) -> dict[str, str] | None:
    """Deliver a push, again if the browser shows nothing, and return its notice. Chromium without
    a screen lost one of two that came at once, in two runs of many; nobody knows why."""
    for _ in range(6):
        pushes.deliver(json.dumps(words))
        if notice := worker.evaluate(SHOWN, words["tag"]):
            return notice
    return None


def worker_of(context: BrowserContext, page: Page) -> Worker:
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    (worker,) = context.service_workers
    return worker


def test_an_app_on_a_phone(phone: BrowserContext, live_site: Site, service: Service) -> None:
    browser = Browser(f"{service.origin}/p/phone")
    phone.add_init_script(SUBSCRIBES.replace("FIELDS", json.dumps(browser.fields)))
    page = phone.pages[0]
    ann = Player(page, touch=True)
    ann.enters()
    worker, pushes = worker_of(phone, page), Pushes(page, live_site.url)

    # Chromium's own criteria
    assert pushes.session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    assert pushes.session.send("Page.getAppManifest")["errors"] == []

    # she allows push, and a test comes through
    page.goto("/push/")
    expect(page.get_by_text("Not allowed yet")).to_be_visible()
    page.get_by_role("button", name="Allow push here").tap()
    expect(page.get_by_text("This device will get notifications from now on.")).to_be_visible()
    page.get_by_role("button", name="Send a test").tap()
    expect(page.get_by_text("The test is sent.")).to_be_visible()
    pushes.deliver(browser.opens(service.taken[0].body).decode())
    expect(page.locator(".place__told")).to_contain_text("Test came through")

    # a notice of a table leads there: to the page that is open, else to a new one
    ann.page.goto("/")
    ann.opens_a_table()
    table = f"{live_site.url}/t/{ann.table}/"
    words = {"title": "Your turn", "body": "1 day left.", "url": table}
    page.goto("/games/")
    worker.evaluate(LEADS)
    assert shown(worker, pushes, words | {"tag": "ours"}) == words
    assert worker.evaluate(LEADS) == [f"opens {table}"]
    assert shown(worker, pushes, words | {"tag": "theirs", "url": ELSEWHERE})
    assert worker.evaluate(LEADS) == [f"opens {live_site.url}/t/elsewhere/"]
    assert shown(worker, pushes, words | {"tag": "again"})
    page.goto(table)
    assert worker.evaluate(LEADS) == [f"focuses {table}"]

    # nobody is told about a table that is open in front of them
    page.evaluate(HEARS)
    pushes.deliver(json.dumps(words | {"tag": "seen"}))
    assert page.evaluate("heard") == "seen"
    assert worker.evaluate("self.registration.getNotifications().then(({ length }) => length)") == 0

    # without a network: no board, and nothing of hers is kept
    kept = worker.evaluate(KEPT)
    assert [name for name in kept if not re.search(r"\.[0-9a-f]{12}\.", name)] == ["/offline/"]
    phone.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    assert page.url == table and page.locator("#board").count() == 0
    assert page.evaluate("getComputedStyle(document.querySelector('h1')).fontFamily").startswith(
        '"Fraunces'
    )
    phone.set_offline(False)
    expect(ann.board).to_be_visible()
