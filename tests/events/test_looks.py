"""The pages of events, clubs and duplicate deals in Chromium, without a site: axe finds
nothing, they fit into 320 px, do not shift while they load, and print on A4."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Browser

from accounts.models import User
from games.community.clubs.models import Club, Membership, Role
from games.community.duplicate import services as duplicate
from games.community.events.models import Event
from tests.browser.test_axe import finds_nothing
from tests.events.conftest import NAMES, Evening
from tests.gallery.wall import Wall
from tests.kit.played import NOON, client_of

pytestmark = pytest.mark.browser
LONG = ("Bartholomaeus-von-Eiken1", "WilhelminaofTheHague2345")
SHIFTS = """window.shifts = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shifts += entry.value;
}).observe({ type: "layout-shift", buffered: true });"""
LUCK = {
    "games": 48, "deals": 6, "plain": 80.2, "compared": 30.1,
    "share": 0.62, "low": 0.4, "high": 0.75,
}  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def beside_a_browser() -> Iterator[None]:
    """Let Django ask the database although Playwright runs a loop in this thread."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        yield


@pytest.fixture
def evening(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> Evening:
    monkeypatch.setattr(timezone, "now", lambda: evening.now)
    for name, long in zip(("ben", "cal"), LONG, strict=True):
        User.objects.filter(pk=evening.people[name].pk).update(username=long)
        evening.people[name].refresh_from_db()
    return evening


@pytest.fixture
def wall(browser: Browser, static_files: None) -> Iterator[Wall]:
    with Wall(browser) as wall:
        wall.page.add_init_script(SHIFTS)
        yield wall


def page(evening: Evening, name: str, path: str) -> str:
    answer = client_of(evening.people[name] if name else None).get(path)
    assert answer.status_code == 200, path
    return str(answer.content.decode())


def is_right(wall: Wall, html: str) -> None:
    wall.open(html)
    wall.page.wait_for_load_state("networkidle")
    assert wall.page.evaluate("window.shifts") == 0
    finds_nothing(wall.page)


def ended(evening: Evening, **terms: Any) -> Event:
    event = evening.makes(name="Autumn Cup of 40 letters, which is a lot", **terms)
    evening.enters(event, *NAMES[:8])
    return evening.plays_to_the_end(event)


def begun(evening: Evening, **terms: Any) -> Event:
    event = evening.makes(**terms)
    evening.enters(event, *NAMES[:8])
    return evening.waits(event)


def test_an_event_to_enter_and_the_calendar(evening: Evening, wall: Wall) -> None:
    is_right(wall, page(evening, "", "/events/"))
    event = evening.makes(name="Autumn Cup of 40 letters, which is a lot")
    evening.enters(event, *NAMES[:8])
    is_right(wall, page(evening, "ann", f"/events/{event.pk}/"))
    is_right(wall, page(evening, "ida", f"/events/{event.pk}/"))
    is_right(wall, page(evening, "ann", "/events/"))


@pytest.mark.parametrize("format", ["swiss", "knockout", "groups"])
def test_an_event_that_runs(evening: Evening, wall: Wall, format: str) -> None:
    event = begun(
        evening, format=format, **({"game": "odin", "options": {}} if format == "groups" else {})
    )
    evening.people["ben"].refresh_from_db()
    is_right(wall, page(evening, "ben", f"/events/{event.pk}/"))
    is_right(wall, page(evening, "ann", f"/events/{event.pk}/run/"))


@pytest.mark.parametrize("format", ["swiss", "knockout", "league"])
def test_an_event_that_is_over(evening: Evening, wall: Wall, format: str) -> None:
    event = ended(evening, format=format, rounds=3, clock="normal", length=30)
    Event.objects.filter(pk=event.pk).update(luck=LUCK)
    first, second, third = event.entries.order_by("place")[:3]
    for entry, name in ((first, f"{LONG[0][:-1]}9"), (second, f"{LONG[1][:-1]}9"), (third, "x1")):
        User.objects.filter(pk=entry.user_id).update(username=name)
    is_right(wall, page(evening, "ann", f"/events/{event.pk}/"))
    winner = next(one for one in event.entries.all() if one.place == 1)
    assert winner.user is not None
    is_right(wall, page(evening, "", f"/@/{winner.user.username}/"))


CROWDED = """() => {
  const words = document.createRange(), faults = [];
  for (const line of document.querySelectorAll(".bracket g")) {
    const [name, won] = line.querySelectorAll("text"), clip = name.closest("svg");
    const room = clip.clientWidth ? clip.getBoundingClientRect().right : Infinity;
    const right = Math.min(name.getBoundingClientRect().right, room);
    if (right > won.getBoundingClientRect().left + 1) faults.push(name.textContent);
    if (name.getBoundingClientRect().right > room + 1) faults.push("clipped " + name.textContent);
  }
  for (const row of document.querySelectorAll("details[open] .meeting")) {
    words.selectNodeContents(row.querySelector(".meeting__names"));
    const box = row.getBoundingClientRect(), inner = words.getBoundingClientRect();
    if (inner.top < box.top + 4 || inner.bottom > box.bottom - 4) faults.push(row.textContent);
  }
  return faults;
}"""


@pytest.mark.parametrize("letter", ["W", "m", "i", "\u6728"])
def test_names_of_wide_letters_stay_in_their_boxes(
    evening: Evening, wall: Wall, letter: str
) -> None:
    event = ended(evening, format="knockout", rounds=3, clock="normal", length=30)
    for number, entry in enumerate(event.entries.all()):
        User.objects.filter(pk=entry.user_id).update(username=f"{letter * 23}{number}")
    wall.page.set_viewport_size({"width": 360, "height": 740})
    wall.open(page(evening, "", f"/events/{event.pk}/"))
    assert wall.page.locator(".bracket g").count() and wall.page.locator(".meeting").count()
    assert not wall.page.evaluate(CROWDED)


def test_duplicate_deals_and_matches(evening: Evening, wall: Wall) -> None:
    event = ended(evening, rounds=1, duplicate=True, clock="normal", length=60)
    made = event.all_rounds.get()
    is_right(wall, page(evening, "", f"/duplicate/{made.deal_set}/"))
    match = duplicate.make_match(
        user=evening.people["ben"], game="lost_cities", level="club", clock="daily", deals=4,
        key="k", now=evening.now,
    )  # fmt: skip
    is_right(wall, page(evening, "ben", f"/duplicate/{match.deal_set.pk}/"))
    is_right(wall, page(evening, "ben", "/duplicate/"))


def test_clubs(evening: Evening, wall: Wall) -> None:
    begun(evening)
    for name in ("ann", ""):
        is_right(wall, page(evening, name, "/clubs/cards/"))
    is_right(wall, page(evening, "ann", "/clubs/cards/settings/"))
    alone = Club.objects.create(slug="alone", name="Alone", created_at=NOON)
    Membership.objects.create(
        club=alone, user=evening.people["ann"], role=Role.OWNER, joined_at=NOON
    )
    is_right(wall, page(evening, "ann", "/clubs/alone/"))
    is_right(wall, page(evening, "ann", "/clubs/"))


def test_an_event_prints_in_black_on_white_without_the_site_around_it(
    evening: Evening, browser: Browser, static_files: None
) -> None:
    html = page(evening, "ann", f"/events/{ended(evening, rounds=3).pk}/")
    with Wall(browser, color_scheme="dark") as wall:
        wall.open(html)
        sheets = wall.page.pdf(prefer_css_page_size=True)
        assert 1 <= len(re.findall(rb"/Type\s*/Page\b", sheets)) <= 2
        assert b"/MediaBox [0 0 594.95996 841.91998]" in sheets or b"841.9" in sheets  # A4
        wall.page.emulate_media(media="print")
        for gone in (".site-head", ".site-foot", ".event__lead", ".event__files", ".event__cover"):
            assert not wall.page.locator(gone).is_visible(), gone
        assert wall.page.locator(".meeting").last.is_visible()  # folded on the screen
        inks = wall.page.locator(".event h1, .standings td, .event__terms").evaluate_all(
            "(all) => all.map((one) => getComputedStyle(one).color)"
        )
        assert set(inks) == {"rgb(0, 0, 0)"}
