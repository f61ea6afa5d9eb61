"""Measure what goes over the wire to Chromium, and when people see it, for each game.

    python -m benchmarks.wire                    everything: some ten minutes
    python -m benchmarks.wire visit paint --games odin

A whole site as `make play` runs it, in a temporary folder; guests of one browser with empty caches.

visit   What the first visit to a running game brings to a player: page, styles, scripts, fonts,
        pictures and sockets, as many bytes as were sent. What counts are bodies; the heads of
        the answers, which HTTP/2 would compress, stand beside them.
moves   A game at random on three screens: what each move brings to the screen of whoever made it,
        to the opponent's and to a spectator's; and whether anything shifts, from loading on, except
        within half a second of one's own move.
paint   First contentful paint of a phone of 360x640 on "Fast 3G", with a processor four times
        slower and nothing in its cache.
click   Two browsers, one real click in one of them: from the time stamp of the click to the end of
        the frame in which the opponent's page paints the changed board (a task that is posted from
        the first animation frame after the change). Both clocks are the machine's.

The exit code is 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.wire_screens import DESK, PHONE, PRESS, SIZES, Arrived, Screen, open_screen
from tests.chromium import QUIET, program
from tests.forward import Forward
from tests.servers import Site
from tests.visitor import Visitor

GAMES = ("lost_cities", "schotten_totten", "odin", "exhibition")
FIRST_VISIT, LIVE_MOVE, SHIFT, PAINT, CLICK = 90_000, 3_000, 0.0, 1800, (30, 45)
BEGUN = 24  # entries that were played before anybody looks
SEED = 16


@dataclass
class Place:
    """A running site, and who plays at it."""

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


# --- the first visit

KINDS = {"Document": "page", "Stylesheet": "styles", "Script": "scripts", "Font": "fonts"}


def visit(at: Place, browser: Browser) -> None:
    """Print what the first visit to each game brings."""
    print(
        "\n| first visit, bytes | screen | page | styles | scripts | fonts | pictures | sockets |"
    )
    print(" all | answers | their heads | with these |\n| --- | --- |" + " ---: |" * 10)
    for game in at.options.games:
        table = at.table(game)
        for name, size in SIZES.items():
            screen = open_screen(browser, size, at.ann, at.site.url)
            screen.listen()
            shown(screen, f"/t/{table}/")
            arrived = screen.take()
            screen.close()
            print(f"| {game} | {name} | " + " | ".join(_visited(at, arrived)) + " |")
            for one in sorted(arrived, key=lambda one: -one.body) if at.options.each else ():
                print(f"    {one.body:7,} + {one.head:5,}  {one.kind:10} {one.what}")


def _visited(at: Place, arrived: Sequence[Arrived]) -> list[str]:
    kinds = dict.fromkeys((*KINDS.values(), "pictures", "sockets"), 0)
    for one in arrived:
        other = "sockets" if one.kind in ("Socket", "Message") else "pictures"
        kinds[KINDS.get(one.kind, other)] += one.body
    heads = sum(one.head for one in arrived)
    whole = heads + sum(kinds.values())
    answers = len([one for one in arrived if one.kind != "Message"])
    sizes = [f"{size:,}" for size in kinds.values()]
    return [*sizes, at.judged(whole - heads, FIRST_VISIT), str(answers), f"{heads:,}", f"{whole:,}"]


# --- live moves


def moves(at: Place, browser: Browser) -> None:
    """Print what moves bring to three screens, and what shifts on these."""
    print(
        "\n| a live move, bytes | moves | whoever made it, median | most | the opponent, median |"
    )
    print(" most | a spectator, median | most | shift at 360×640 | at 1280×800 |")
    print("| --- |" + " ---: |" * 9)
    for game in at.options.games:
        screens = _three(at, browser, at.table(game))
        sizes: dict[str, list[int]] = {"mover": [], "opponent": [], "spectator": []}
        rng = Random(SEED)
        for _ in range(at.options.moves):
            if not _moved(screens, rng, sizes):
                break
        figures = [
            at.judged(figure, LIVE_MOVE)
            for found in sizes.values()
            for figure in (statistics.median(found), max(found))
        ]
        shifts = [_shifted(at, screen) for screen in screens[:2]]
        print(f"| {game} | {len(sizes['mover'])} | " + " | ".join([*figures, *shifts]) + " |")
        for screen in screens:
            screen.close()


def _three(at: Place, browser: Browser, table: str) -> list[Screen]:
    screens = []
    for size, who in ((PHONE, at.ann), (DESK, at.ben), (PHONE, None)):
        screen = open_screen(browser, size, who, at.site.url)
        screen.listen()
        shown(screen, f"/t/{table}/")
        screen.take()
        screens.append(screen)
    return screens


def _moved(screens: Sequence[Screen], rng: Random, sizes: dict[str, list[int]]) -> bool:
    """Let one of the two play, and note what came of it to each screen."""
    for number, screen in enumerate(screens[:2]):
        before = screen.version()
        if not screen.page.evaluate(PRESS, rng.random()):
            continue
        await_version(screen.page, before + 1)
        for other in screens:
            await_version(other.page, screen.version())
        screen.page.wait_for_timeout(300)  # what comes after a move counts as well
        parts = screen, screens[1 - number], screens[2]
        for part, found in zip(parts, sizes.values(), strict=True):
            found.append(sum(one.head * (one.kind == "Message") + one.body for one in part.take()))
        return screen.page.locator("#board[data-status=running]").count() > 0
    return False


def await_version(page: Page, version: int) -> None:
    """Wait until a page shows a version or a newer one."""
    page.wait_for_function(
        "version => Number(document.getElementById('board').dataset.version) >= version",
        arg=version,
    )


def _shifted(at: Place, screen: Screen) -> str:
    found = screen.page.evaluate("wire.shifts")
    loose = [shift for shift in found if not shift["own"]]
    if at.options.each:
        for shift in loose:
            print(f"    {shift['value']:.4f} at {shift['at']}: " + "; ".join(shift["of"]))
    sum_of = sum(shift["value"] for shift in loose)
    at.missed |= sum_of > SHIFT
    return f"{sum_of:.3f}"


# --- the first paint


def paint(at: Place, browser: Browser) -> None:
    """Print when a slow phone on a slow line first shows something."""
    print("\n| first contentful paint, ms | median | least | most |\n| --- |" + " ---: |" * 3)
    pages = {"front page": ("/", None), "lobby": ("/", at.ann)}
    pages |= {game: (f"/t/{at.table(game)}/", at.ann) for game in at.options.games}
    times: dict[str, list[float]] = {name: [] for name in pages}
    for _ in range(at.options.rounds):
        for name, (path, who) in pages.items():
            screen = open_screen(browser, PHONE, who, at.site.url, notes="")
            screen.slow_down()
            screen.page.goto(path)
            screen.page.wait_for_function("() => performance.getEntriesByType('paint').length > 1")
            times[name].append(
                screen.page.evaluate(
                    "performance.getEntriesByName('first-contentful-paint')[0].startTime"
                )
            )
            screen.close()
    for name, found in times.items():
        print(
            f"| {name} | {at.judged(statistics.median(found), PAINT)} | {min(found):,.0f} |"
            f" {max(found):,.0f} |"
        )


# --- from a click to the opponent's pixels


def click(at: Place, browser: Browser, another: Browser) -> None:
    """Print how long a move takes from one browser to the other."""
    print(
        "\n| click to the opponent's pixels, ms | moves | p50 | p95 | click to message, p50 |"
        " message to change, p50 | change to pixels, p50 |\n| --- |" + " ---: |" * 6
    )
    every: list[list[float]] = []
    for game in at.options.games:
        table = at.table(game, clock="untimed")
        screens = [
            open_screen(own, DESK, who, at.site.url)
            for own, who in ((browser, at.ann), (another, at.ben))
        ]
        for screen in screens:
            shown(screen, f"/t/{table}/")
            screen.page.locator("#tab-moves").click()
        skews = [_skew(screen.page) for screen in screens]
        rng, found = Random(SEED), list[list[float]]()
        for _ in range(at.options.clicks):
            if (one := _clicked(screens, rng, skews)) is None:
                break
            found += [one] if one else []
        every += found
        print(f"| {game} | " + " | ".join(_times(at, found)) + " |")
        for screen in screens:
            screen.close()
    print("| all | " + " | ".join(_times(at, every)) + " |")


def _skew(page: Page) -> float:
    """Return by how much a page's clock is ahead of ours, in ms."""

    def once() -> tuple[float, float]:
        before = time.time()
        theirs = float(page.evaluate("performance.timeOrigin + performance.now()"))
        after = time.time()
        return after - before, theirs - 500 * (before + after)

    return min(once() for _ in range(30))[1]


def _clicked(screens: Sequence[Screen], rng: Random, skews: Sequence[float]) -> list[float] | None:
    """Let one of the two play with a real click, and return the four times. None if the game is
    over."""
    for mine in (0, 1):
        mover, other = screens[mine].page, screens[1 - mine].page
        buttons = mover.locator("#moves button[name=code]:visible")
        if not (number := buttons.count()):
            continue
        stock = mover.locator("#moves button[value='draw stock']:visible")
        before = screens[mine].version()
        for page in (mover, other):
            page.wait_for_timeout(350)  # until all that moved has come to rest
            page.evaluate("for (const name in wire) if (wire[name].length) wire[name].length = 0")
        (stock if stock.count() else buttons.nth(rng.randrange(number))).click()
        await_version(mover, before + 1)
        other.wait_for_function("() => wire.painted.length > 0")
        theirs, clicked = other.evaluate("wire"), mover.evaluate("wire.clicked")[0]
        ahead = skews[1 - mine] - skews[mine]
        painted = theirs["painted"][0]["at"]
        changed = theirs["changed"][0]["at"]
        came = max(at for at in theirs["came"] if at <= changed)
        return [
            painted - clicked - ahead,
            came - clicked - ahead,
            changed - came,
            painted - changed,
        ]
    return None


def _times(at: Place, found: Sequence[Sequence[float]]) -> list[str]:
    whole, *parts = zip(*found, strict=True)
    p95 = statistics.quantiles(whole, n=20)[-1]
    return [
        str(len(found)),
        at.judged(statistics.median(whole), CLICK[0]),
        at.judged(p95, CLICK[1]),
        *(f"{statistics.median(part):.1f}" for part in parts),
    ]


PARTS: dict[str, Callable[..., None]] = {"visit": visit, "moves": moves, "paint": paint}


def main() -> int:
    """Read the options, measure and print. Returns the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS, "click"], metavar="part")
    parser.add_argument("--games", nargs="+", default=GAMES, choices=GAMES)
    parser.add_argument("--moves", type=int, default=60, help="of each game, for `moves`")
    parser.add_argument("--clicks", type=int, default=50, help="in each game, for `click`")
    parser.add_argument("--rounds", type=int, default=5, help="for `paint`")
    parser.add_argument("--each", action="store_true", help="print each answer and each shift")
    options = parser.parse_args()
    parts = options.parts or [*PARTS, "click"]
    with ExitStack() as stack:
        at = stack.enter_context(place(options))
        chromium = stack.enter_context(sync_playwright()).chromium
        how: dict[str, Any] = {"executable_path": program(), "args": QUIET.split()}
        browser = stack.enter_context(chromium.launch(**how))
        for part in parts:
            if part == "click":
                click(at, browser, stack.enter_context(chromium.launch(**how)))
            else:
                PARTS[part](at, browser)
    return int(at.missed)


if __name__ == "__main__":
    sys.exit(main())
