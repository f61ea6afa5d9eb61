"""A browser page without a site, in which boards hang one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from django.conf import settings
from playwright.sync_api import Browser, Page, Route

from tests.gallery.pictures import Picture

HERE = "http://gallery.test/"
SCRIPT = (Path(__file__).parent / "wall.js").read_text()
Options: TypeAlias = dict[str, Any]
BATCH = 40  # boards sent to the browser at once


class Wall:
    """One page of a browser. Styles and scripts come from the disk, and nobody answers its
    socket."""

    def __init__(self, browser: Browser, **screen: Any) -> None:
        self.context = browser.new_context(reduced_motion="reduce", **screen)
        self.page: Page = self.context.new_page()
        self.html = ""
        self.page.route("**/*", self._answer)
        self.page.route_web_socket("**/*", lambda socket: None)

    def __enter__(self) -> Wall:
        return self

    def __exit__(self, *error: object) -> None:
        self.context.close()

    def _answer(self, route: Route) -> None:
        path = route.request.url.removeprefix(HERE).partition("?")[0]
        if path.startswith("static/"):
            route.fulfill(path=Path(settings.STATIC_ROOT) / path.removeprefix("static/"))
        else:
            route.fulfill(body=self.html, content_type="text/html; charset=utf-8")

    def faults(
        self,
        pictures: Iterable[Picture],
        check: str,
        options: Options,
        more: Callable[[Picture], Options],
    ) -> Iterator[str]:
        """Yield the faults that `check` of wall.js finds; `more(picture)` are options for one
        picture."""
        for html, group in groupby(pictures, key=lambda picture: picture.page):
            self.html, some = html, list(group)
            self.page.goto(HERE)
            self.page.evaluate(SCRIPT)
            if check == "axe":
                self.page.evaluate(AXE_SCRIPT)
            for start in range(0, len(some), BATCH):
                batch = some[start : start + BATCH]
                sent = [[picture.html, more(picture)] for picture in batch]
                found = self.page.evaluate(
                    "([check, boards, options]) => wall[check](boards, options)",
                    [check, sent, options],
                )
                for picture, faults in zip(batch, found, strict=True):
                    yield from [f"{picture.name}: {fault}" for fault in faults]
