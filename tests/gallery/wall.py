"""A browser page without a site, in which boards hang one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from django.conf import settings
from playwright.sync_api import Browser, Page, Route, ViewportSize

from tests.gallery.pictures import Picture
from tests.kit.ledger import counted

HERE = "http://gallery.test/"
SCRIPT = (Path(__file__).parent / "wall.js").read_text()
Options: TypeAlias = dict[str, Any]
BATCH = 40  # boards sent to the browser at once
SETTLED = """async ({ width, height }) => {
  const frame = () => new Promise(requestAnimationFrame);
  const probe = document.body.appendChild(document.createElement("i"));
  probe.style.cssText = "position: fixed; inline-size: 100dvw; block-size: 100dvh";
  for (let box = {}; box.width !== width || box.height !== height; await frame()) {
    box = probe.getBoundingClientRect();
  }
  probe.remove();
  for (let more = 0; more < 3; more++) await frame();
}"""  # a new size takes effect a little later, on a busy machine much later


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
        shown: Mapping[str, Sequence[Picture]],
        check: str,
        options: Options,
        more: Callable[[Picture, ViewportSize], Options],
    ) -> Iterator[str]:
        """Yield the faults that `check` of wall.js finds. `shown` are pictures by the size of the
        screen, such as "360x640"; `more(picture, viewport)` are options for one picture.

        A page is loaded once for all sizes, since that takes as long as ten boards.
        """
        for html in sorted({picture.page for pictures in shown.values() for picture in pictures}):
            self.open(html)
            if check == "axe":
                self.page.evaluate(AXE_SCRIPT)
            for size, pictures in shown.items():
                viewport = screen(size)
                self.page.set_viewport_size(viewport)
                self.page.evaluate(SETTLED, viewport)
                some = [picture for picture in pictures if picture.page == html]
                told = [{**viewport, **more(picture, viewport)} for picture in some]
                for picture, fault in self._found(some, told, check, options):
                    yield f"{size}, {picture.name}: {fault}"

    def open(self, html: str) -> None:
        """Load a page around an empty board."""
        self.html = html
        self.page.goto(HERE)
        self.page.evaluate(SCRIPT)

    def _found(
        self, some: Sequence[Picture], told: Sequence[Options], check: str, options: Options
    ) -> Iterator[tuple[Picture, str]]:
        for start in range(0, len(some), BATCH):
            batch = some[start : start + BATCH]
            more = told[start : start + BATCH]
            sent = [[picture.html, own] for picture, own in zip(batch, more, strict=True)]
            counted["boards in a browser"] += len(batch)
            found = self.page.evaluate(
                "([check, boards, options]) => wall[check](boards, options)",
                [check, sent, options],
            )
            for picture, faults in zip(batch, found, strict=True):
                yield from [(picture, fault) for fault in faults]


def screen(size: str) -> ViewportSize:
    """Return the width and height of "360x640"."""
    width, height = map(int, size.split("x"))
    return {"width": width, "height": height}
