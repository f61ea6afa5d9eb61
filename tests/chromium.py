"""Chromium for the tests, and the people who use it. conftest.py makes the fixtures known to all
tests."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect

if TYPE_CHECKING:
    from tests.forward import Forward
    from tests.servers import Site

PROGRAMS = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
STILL: dict[str, Any] = {"reduced_motion": "reduce"}
PLAIN: dict[str, Any] = {"java_script_enabled": False}
DARK: dict[str, Any] = {"color_scheme": "dark"}
PATIENCE = 20_000  # milliseconds; only ever waited for in full when something is broken
expect.set_options(timeout=PATIENCE)
QUIET = (  # no requests of the browser's own, and no graphics card
    "--disable-background-networking --disable-component-update --disable-dev-shm-usage"
    " --disable-gpu --disable-quic --disable-sync --no-default-browser-check --no-first-run"
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
    return browser_type_launch_args | {"executable_path": program(), "args": QUIET.split()}


@pytest.fixture(scope="session")
def live_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Run the whole site as `make play` does, but without rate limits. All browser tests of a
    worker share it."""
    from tests.servers import Site

    # No test depends on the speed of the machine.
    site = Site(tmp_path_factory.mktemp("site"), RATE_LIMITS="off", LIMIT_BOT_WAIT="600")
    site.run()
    yield site
    assert site.process and site.process.poll() is None, (
        f"the site ended in mid-test:\n{site.output.read_text()}"
    )
    assert site.stop() == 0, site.output.read_text()


@pytest.fixture(scope="session")
def forward(live_site: Site) -> Iterator[Forward]:
    """Give a player for tables of the live site, so that a test may begin in the middle of a
    game."""
    from tests.forward import Forward

    forward = Forward(live_site)
    yield forward
    forward.stop()


class Watch:
    """A check for faults that no page may have: a script that fails, a violation of the CSP, a
    request to another host."""

    def __init__(self, url: str) -> None:
        self.host = urlsplit(url).netloc
        self.faults: list[str] = []

    def over(self, context: BrowserContext) -> None:
        context.on(
            "weberror",
            lambda error: self.faults.append(f"{error.page and error.page.url}: {error.error}"),
        )
        context.on("console", self.heard)
        context.on("request", self.asked)

    def heard(self, message: ConsoleMessage) -> None:
        # A refusal, a restart or a broken connection is no fault of the page.
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

    def asked(self, request: Request) -> None:
        if urlsplit(request.url).netloc != self.host and not request.url.startswith(
            ("data:", "blob:")
        ):
            self.faults.append(f"asked elsewhere: {request.url}")


@pytest.fixture
def open_page(browser: Browser, live_site: Site) -> Iterator[Callable[..., Page]]:
    """Give a function that opens a page for a new visitor: `open_page(**PHONE, **STILL)`. No two
    pages share cookies. The page is 1280 px wide unless told otherwise."""
    contexts: list[BrowserContext] = []
    watch = Watch(live_site.url)

    def open_one(**options: Any) -> Page:
        context = browser.new_context(
            **({"base_url": live_site.url, "viewport": {"width": 1280, "height": 800}} | options)
        )
        context.set_default_timeout(PATIENCE)
        watch.over(context)
        contexts.append(context)
        return context.new_page()

    yield open_one
    for context in contexts:
        context.close()
    assert not watch.faults, "\n".join(watch.faults)


@pytest.fixture
def ann(open_page: Callable[..., Page]) -> Page:
    """Open Ann's browser."""
    return open_page()


@pytest.fixture
def ben(open_page: Callable[..., Page]) -> Page:
    """Open Ben's browser."""
    return open_page()
