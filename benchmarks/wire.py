"""Measure the bytes sent to Chromium, and when people see them, for each game.

    python -m benchmarks.wire                    everything: some ten minutes
    python -m benchmarks.wire visit paint --games odin

A whole site as `make play` runs it, in a temporary folder; guests of one browser with empty caches.

visit   What the first visit to a running game brings to a player: page, styles, scripts, fonts,
        pictures and sockets, as many bytes as were sent. What counts are bodies; the heads of
        the answers, which HTTP/2 would compress, stand beside them.
moves   A game at random on three screens: what each move brings to the screen of whoever made it,
        to the opponent's and to a spectator's, compressed as it is sent; and what shifts while a
        board loads (nothing may), and with each move, except within half a second of one's own.
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
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from random import Random
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from benchmarks.wire_place import (
    FIRST_VISIT,
    GAMES,
    LIVE_MOVE,
    SEED,
    SHIFT,
    Place,
    await_version,
    place,
    shown,
)
from benchmarks.wire_screens import DESK, PHONE, PRESS, SIZES, Arrived, Screen, open_screen
from benchmarks.wire_times import click, paint
from tests.kit.chromium import FLAGS, program

# --- the first visit

KINDS = {"Document": "page", "Stylesheet": "styles", "Script": "scripts", "Font": "fonts"}


def visit(at: Place, browser: Browser) -> None:
    """Print the bytes of the first visit to each game."""
    print(
        "\n| first visit, bytes | screen | page | styles | scripts | fonts | pictures | sockets |"
        " all | answers | their heads | with these |\n| --- | --- |" + " ---: |" * 10
    )
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
    """Print the bytes that moves bring to three screens, and their layout shifts."""
    print(
        "\n| a live move, bytes | moves | whoever made it, median | most | the opponent, median |"
        " most | a spectator, median | most | shift while it loads, 360×640 | 1280×800 |"
        " for each move, 360×640 | 1280×800 |\n| --- |" + " ---: |" * 11
    )
    for game in at.options.games:
        screens = _three(at, browser, at.table(game))
        loading = [_shifted(at, screen) for screen in screens[:2]]
        at.missed |= sum(loading) > SHIFT
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
        count = len(sizes["mover"])
        moving = [_shifted(at, screen) / count for screen in screens[:2]]
        shifts = [f"{shift:.3f}" for shift in (*loading, *moving)]
        print(f"| {game} | {count} | " + " | ".join([*figures, *shifts]) + " |")
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
    """Let one of the two play, and record what arrived at each screen."""
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


def _shifted(at: Place, screen: Screen) -> float:
    """Return the layout shift since the last time, except after own clicks."""
    found = screen.page.evaluate("wire.shifts.splice(0)")
    loose = [shift for shift in found if not shift["own"]]
    if at.options.each:
        for shift in loose:
            print(f"    {shift['value']:.4f} at {shift['at']}: " + "; ".join(shift["of"]))
    return float(sum(shift["value"] for shift in loose))


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
        how: dict[str, Any] = {"executable_path": program(), "args": FLAGS.split()}
        browser = stack.enter_context(chromium.launch(**how))
        for part in parts:
            if part == "click":
                click(at, browser, stack.enter_context(chromium.launch(**how)))
            else:
                PARTS[part](at, browser)
    return int(at.missed)


if __name__ == "__main__":
    sys.exit(main())
