"""Fixtures for Chromium and its users; conftest.py registers them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

from tests.kit.ledger import counted

if TYPE_CHECKING:
    from tests.kit.forward import Forward
    from tests.kit.servers import Site

PROGRAMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
STILL: dict[str, Any] = {"reduced_motion": "reduce"}
PLAIN: dict[str, Any] = {"java_script_enabled": False}
DARK: dict[str, Any] = {"color_scheme": "dark"}
UNHURRIED = """addEventListener("DOMContentLoaded", () =>
  document.getElementById("act")?.removeAttribute("data-finishes"));"""
"""Keep turns from ending by themselves, so that slow machines do not matter."""
PATIENCE = 60_000  # milliseconds
expect.set_options(timeout=PATIENCE)
FLAGS = (  # no requests of the browser's own, no extensions, and no graphics card
    "--disable-background-networking --disable-component-update --disable-dev-shm-usage"
    " --disable-extensions --disable-gpu --disable-quic --disable-sync"
    " --no-default-browser-check --no-first-run"
)


def program() -> str:
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    if not found:
        pytest.fail(
            "The browser tests need Chromium: install it (on Debian: sudo apt-get install"
            " chromium), then run this again."
        )
    return found


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    return browser_type_launch_args | {"executable_path": program(), "args": FLAGS.split()}


@pytest.fixture(scope="session")
def live_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run the whole site as `make play` does, without rate limits, once for each worker."""
    from tests.kit.servers import Site

    # No test depends on the speed of the machine.
    site = Site(
        tmp_path_factory.mktemp("site"),
        RATE_LIMITS="off",
        LIMIT_BOT_WAIT="600",
        TALK_HOURS="0",
        OUTBOUND_NETWORKS="127.0.0.0/8",  # push services of the tests
    )
    site.run()
    yield site
    assert site.process and site.process.poll() is None, (
        f"the site ended in mid-test:\n{site.output.read_text()}"
    )
    assert site.stop() == 0, site.output.read_text()


@pytest.fixture(scope="session")
def forward(live_site: Site) -> Iterator[Forward]:
    """Provide random play at tables of the live site, so that a test may begin in mid-game."""
    from tests.kit.forward import Forward

    forward = Forward(live_site)
    yield forward
    forward.stop()


class Watch:
    """The faults of the pages of a context: script errors, violations of the CSP, requests to other
    hosts."""

    def __init__(self, url: str, context: BrowserContext) -> None:
        self.host = urlsplit(url).netloc
        self.faults: list[str] = []
        context.on(
            "weberror",
            lambda error: self.faults.append(f"{error.page and error.page.url}: {error.error}"),
        )
        context.on("console", self._on_console)
        context.on("request", self._on_request)

    def _on_console(self, message: ConsoleMessage) -> None:
        # refusals, restarts and broken connections are no faults of the page
        refused = message.text.startswith(
            (
                "Failed to load resource",
                "WebSocket connection",
                "htmx:sendError",
                "htmx:afterRequest",
            )
        )
        if message.type == "error" and not refused:
            self.faults.append(f"console: {message.text}")

    def _on_request(self, request: Request) -> None:
        counted["page loads"] += request.is_navigation_request()
        if urlsplit(request.url).netloc != self.host and not request.url.startswith(
            ("data:", "blob:")
        ):
            self.faults.append(f"request to another host: {request.url}")


class Pages:
    """The pages of a browser at one site.

    A page in a new context costs a processor second, so a page is cleared after a test and reused
    for the same options.
    """

    def __init__(self, browser: Browser, site: Site) -> None:
        self.browser, self.url = browser, site.url
        self.watches: dict[Page, Watch] = {}
        self.free: dict[str, list[Page]] = {}

    def take(self, options: dict[str, Any]) -> Page:
        """Return a page for a new visitor."""
        free = self.free.get(repr(options))
        return free.pop() if free else self._open(options)

    def _open(self, options: dict[str, Any]) -> Page:
        # a service worker would fetch its files for each visitor
        options = {"service_workers": "block"} | options
        context = self.browser.new_context(base_url=self.url, **options)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(UNHURRIED)
        watch, page = Watch(self.url, context), context.new_page()
        self.watches[page] = watch
        return page

    def give_back(self, page: Page, options: dict[str, Any]) -> list[str]:
        """Clear all of a page but the cache, and return its faults."""
        context, faults = page.context, self.watches[page].faults
        for other in context.pages:
            if other is not page:
                other.close()
        page.goto("/healthz")
        if options.get("java_script_enabled", True):
            page.evaluate("localStorage.clear(); sessionStorage.clear()")
        context.clear_cookies()
        context.clear_permissions()
        page.set_viewport_size(options["viewport"])
        page.emulate_media(
            color_scheme=options.get("color_scheme", "light"),
            reduced_motion=options.get("reduced_motion", "no-preference"),
        )
        found = list(faults)
        faults.clear()
        self.free.setdefault(repr(options), []).append(page)
        return found

    def throw_away(self, page: Page) -> list[str]:
        """Close a page with its context; return its faults."""
        page.context.close()
        return self.watches.pop(page).faults

    def close(self) -> list[str]:
        """Close all pages; return their faults."""
        return [fault for page in list(self.watches) for fault in self.throw_away(page)]


@pytest.fixture(scope="session")
def pages(browser: Browser, live_site: Site) -> Iterator[Pages]:
    pages = Pages(browser, live_site)
    yield pages
    pages.close()


@pytest.fixture
def open_page(pages: Pages) -> Iterator[Callable[..., Page]]:
    """Provide a function that opens a page for a new visitor, WIDE by default: `open_page(**PHONE,
    **STILL)`. A test that listens to the page, or changes its clock or routes, passes `own`, so
    that the page is not reused."""
    taken: list[tuple[Page, dict[str, Any], bool]] = []

    def open_one(*, own: bool = False, **options: Any) -> Page:
        options = WIDE | options
        page = pages.take(options)
        taken.append((page, options, own))
        return page

    yield open_one
    faults = [
        fault
        for page, options, own in taken
        for fault in (pages.throw_away(page) if own else pages.give_back(page, options))
    ]
    assert not faults, "\n".join(faults)


@pytest.fixture
def ann(open_page: Callable[..., Page]) -> Page:
    """Open Ann's browser."""
    return open_page()


@pytest.fixture
def ben(open_page: Callable[..., Page]) -> Page:
    """Open Ben's browser."""
    return open_page()
