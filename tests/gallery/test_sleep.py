"""The clock of somebody who sleeps: it stands, the board says until when, and it goes on by itself.
All that the browser knows is when the clock runs."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Browser

from games.kernel.protocol import Setup
from games.lost_cities.engine import ENGINE
from games.registry import engines
from tests.gallery.pictures import asleep, picture
from tests.gallery.wall import HERE, SCRIPT, Wall
from tests.kit import boards
from tests.kit.chromium import PHONE, WIDE

pytestmark = pytest.mark.browser
HANG = "html => { wall.right([[html, {}]], {}); }"
SEEN: dict[float, dict[str, str]] = {  # by the hours since the move, which was at noon
    0.5: {"sleeps": "sleeps until 18:00", "left": "2 days", "due": "Tue 10:00"},
    5.5: {"sleeps": "", "left": "2 days", "due": "Tue 10:00"},
    20.5: {"sleeps": "", "left": "33 hours", "due": "Tue 10:00"},
    21.5: {"sleeps": "sleeps until 18:00", "left": "32 hours", "due": "Tue 10:00"},
    64.5: {"sleeps": "", "left": "5 hours", "due": "10:00"},
}


def test_a_board_that_is_kept_tells_the_hour(browser: Browser) -> None:
    assert dict(_seen(browser)) == SEEN


def _seen(browser: Browser) -> Iterator[tuple[float, dict[str, Any]]]:
    """Yield what one board says on pages of different hours, in Prague."""
    table = next(one for one in boards.moments(ENGINE, Setup(2, {}, 1), 1) if one.ply > 4)
    assert table.position is not None
    mover = min(ENGINE.to_act(table.position.state))
    shown = picture(asleep(table, mover), 1 - mover, "asleep")
    with Wall(browser, timezone_id="Europe/Prague", locale="en-GB") as wall:
        for hours in SEEN:
            later = boards.NOON + timedelta(hours=hours)
            wall.html = shown.page.replace(_now(boards.NOON), _now(later))
            wall.page.goto(HERE)
            wall.page.evaluate(SCRIPT)
            wall.page.evaluate(HANG, shown.html)
            line, due = wall.page.locator(".strip__sleeps"), wall.page.locator(".bar .due time")
            yield (
                hours,
                {
                    "sleeps": line.inner_text().strip() if line.is_visible() else "",
                    "left": wall.page.locator(f"#clock-{mover}").inner_text(),
                    "due": due.inner_text(),
                },
            )


@pytest.mark.parametrize("size", ["360x640", "1280x800"])
def test_every_board_has_room_for_it(browser: Browser, size: str) -> None:
    """Nothing is cut off, lies under something else, or scrolls; six players are the most."""
    shown = []
    for slug, engine in engines().items():
        setup = Setup(max(engine.seats), {}, engine.ruleset)
        played = [one for one in boards.moments(engine, setup, 2) if one.status == "running"]
        for table in (played[len(played) // 5], played[len(played) // 2]):
            assert table.position is not None
            mover = min(engine.to_act(table.position.state), default=0)
            for viewer in (mover, (mover + 1) % max(engine.seats)):
                shown.append(picture(asleep(table, mover), viewer, f"asleep, {slug}"))
    told = {"phone": size == "360x640", "names": list(boards.NAMES)}
    how = {"read": True, "measured": True, "sideways": False, "choose": False}
    options = PHONE if size == "360x640" else WIDE
    with Wall(browser, timezone_id="Europe/Prague", **options) as wall:
        faults = list(wall.faults({size: shown}, "right", told, lambda *_: how))
    assert not faults, "\n" + "\n".join(faults)


def _now(at: datetime) -> str:
    return f'data-now="{int(at.timestamp() * 1000)}"'
