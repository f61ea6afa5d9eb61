"""The site of `benchmarks.wire`, its players, and the bars."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Page

from benchmarks.wire_screens import Screen
from tests.kit.forward import Forward
from tests.kit.servers import Site
from tests.kit.visitor import Visitor

GAMES = ("lost_cities", "schotten_totten", "odin", "exhibition")
FIRST_VISIT, LIVE_MOVE, SHIFT, PAINT, CLICK = 90_000, 3_000, 0.0, 1800, (30, 45)
BEGUN = 24  # entries that were played before anybody looks
SEED = 16


@dataclass
class Place:
    """A running site and its players."""

    site: Site
    forward: Forward
    ann: Visitor
    ben: Visitor
    options: argparse.Namespace
    missed: bool = False

    def table(self, game: str, clock: str = "normal") -> str:
        """Return the table of a game that has been going on for a while."""
        found = self.ann.opens(game=game, clock=clock)
        self.ben.sits(found)
        self.forward.plays(found, seed=SEED, entries=BEGUN)
        return found

    def judged(self, figure: float, bar: float) -> str:
        """Return a figure, marked if it misses its bar."""
        self.missed |= figure > bar
        return f"{figure:,.0f}" if figure <= bar else f"**{figure:,.0f}**"


@contextmanager
def place(options: argparse.Namespace) -> Iterator[Place]:
    """Run a site."""
    with tempfile.TemporaryDirectory(prefix="fairdeal-") as folder:
        site = Site(Path(folder), RATE_LIMITS="off")
        site.run()
        forward = Forward(site)
        try:
            ann, ben = (Visitor(site.port, name).enters() for name in ("ann", "ben"))
            yield Place(site, forward, ann, ben, options)
        finally:
            forward.stop()
            site.stop()


def shown(screen: Screen, path: str) -> None:
    """Load a page, and wait until nothing more comes."""
    screen.page.goto(path)
    screen.page.wait_for_load_state("networkidle")
    screen.page.wait_for_timeout(1500)


def await_version(page: Page, version: int) -> None:
    """Wait until a page shows a version or a newer one."""
    page.wait_for_function(
        "version => Number(document.getElementById('board').dataset.version) >= version",
        arg=version,
    )
