"""The first paint, and that of a move, for `benchmarks.wire`."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from random import Random

from playwright.sync_api import Browser, Page

from benchmarks.wire_place import CLICK, PAINT, SEED, Place, await_version, shown
from benchmarks.wire_screens import DESK, PHONE, Screen, open_screen


def paint(at: Place, browser: Browser) -> None:
    """Print the first paint of a slow phone on a slow line."""
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
        if (tab := mover.locator("#tab-moves[aria-selected=false]")).count():
            tab.click()  # whoever waits has plans in its place
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
