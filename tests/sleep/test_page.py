"""The page "Sleep and days off": Ann says when she sleeps, without JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.kernel.awake_hours import Day
from games.tables.sleep.models import Away, Week
from tests.kit.people import browser_of
from tests.kit.types import Cast, Patch
from tests.sleep.conftest import DAY, NIGHTS, PRAGUE, sleeps
from tests.tables.conftest import NOON

pytestmark = pytest.mark.django_db

Clock = Callable[[datetime], None]


@pytest.fixture
def clock(monkeypatch: Patch) -> Clock:
    """Return a function that sets the time of the pages; it is noon at first."""

    def at(moment: datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: moment)

    at(NOON)
    return at


@pytest.fixture
def ann(cast: Cast, clock: Clock) -> Client:
    return browser_of(cast["ann"])


def week(start: str = "23:00", end: str = "07:00", **more: str) -> dict[str, str]:
    """Return the form of a week with these nights."""
    times = {f"from{day}": start for day in range(7)} | {f"until{day}": end for day in range(7)}
    return times | {"zone": PRAGUE} | more


def shown(client: Client) -> str:
    return " ".join(client.get("/sleep/").content.decode().split())


def test_a_week_is_saved_and_called_off(ann: Client, cast: Cast) -> None:
    assert "Up to 63 h of sleep and 2 days off a week" in shown(ann)
    assert "Your clock runs day and night." in shown(ann)
    answer = ann.post("/sleep/", week(free6="on"))
    assert (answer.status_code, answer["Location"]) == (303, "/sleep/")
    saved = Week.objects.get(user=cast["ann"])
    assert (saved.zone, saved.week) == (PRAGUE, (*NIGHTS[:6], Day(free=True)))
    page = shown(ann)
    assert "48 h of 63 h asleep · 1 of 2 days free" in page
    assert "A new week applies from Monday 13:00" in page
    assert "Monday to Saturday: asleep 00:00 to 07:00, 23:00 to 24:00" in page
    assert "The clock is stopped while ann sleeps, and on Sunday." in page
    assert "ann’s time is up <b>on Tuesday at 09:00</b>, your time." in page, "28 = 10 + 16 + 2"
    assert ann.post("/sleep/week/off/").status_code == 303
    assert not Week.objects.exists()


def test_what_is_too_much_is_refused_at_its_field(ann: Client) -> None:
    answer = ann.post("/sleep/", week("22:00", "08:00", from2="14:00"))
    page = " ".join(answer.content.decode().split())
    assert answer.status_code == 422
    assert "Be awake for 8 hours of the day." in page
    assert page.count(" open>") == 1
    assert page.count('aria-invalid="true"') == 2
    assert page.count("<option selected>22:00</option>") == 6, "and nothing is lost"
    assert not Week.objects.exists()


@pytest.mark.parametrize(
    "more",
    [
        {"from3": "25:00"},
        {"until3": ""},
        {"until3": "07:10"},
        {"zone": "Mars/Olympus"},
        {"zone": ""},
        {f"free{day}": "on" for day in range(7)},
    ],
)
def test_nonsense_is_refused_kindly(ann: Client, more: dict[str, str]) -> None:
    assert ann.post("/sleep/", week(**more)).status_code == 422
    assert ann.post("/sleep/", {}).status_code == 422
    assert not Week.objects.exists()


def test_days_away_are_booked_and_called_off(ann: Client, cast: Cast, clock: Clock) -> None:
    assert "Save your week first" in shown(ann)
    sleeps(cast["ann"])
    assert "From 24 November at the earliest" in shown(ann)
    days = {"first": "2026-12-24", "last": "2026-12-27"}
    assert ann.post("/sleep/days/", days).status_code == 303
    page = shown(ann)
    assert "From a Thursday" in page
    assert "24 to 27 December" in page
    assert "4 of 120 days used in a year" in page
    clock(NOON + 3 * DAY)
    booked = Away.objects.get()
    assert ann.post(f"/sleep/days/{booked.pk}/off/").status_code == 303
    assert "Cancelled; turns that begin before Thursday 13:00" in shown(ann)
    assert "4 of 120 days used" in shown(ann), "turns may reckon with them"
    clock(NOON + 40 * DAY)
    assert "24 to 27 December" not in shown(ann)


@pytest.mark.parametrize(
    ("first", "last", "why"),
    [
        ("", "2026-12-27", "Say which day is the first."),
        ("2026-12-24", "27.12.2026", "Say which day is the last."),
        ("2026-12-24", "2026-12-23", "The last day comes before the first."),
        ("2026-12-24", "9999-12-31", "That is too far ahead."),
        ("0001-01-01", "0001-01-01", "Book days away two days ahead"),
    ],
)
def test_days_that_are_none_are_refused(
    ann: Client, cast: Cast, first: str, last: str, why: str
) -> None:
    sleeps(cast["ann"])
    answer = ann.post("/sleep/days/", {"first": first, "last": last})
    assert answer.status_code == 422
    assert why in answer.content.decode()
    assert not Away.objects.exists()


def test_others_do_not_call_off(ann: Client, cast: Cast) -> None:
    sleeps(cast["ben"])
    from games.tables.sleep import services

    booked = services.book(
        user=cast["ben"], first=(NOON + 9 * DAY).date(), last=(NOON + 9 * DAY).date(), now=NOON
    )
    assert ann.post(f"/sleep/days/{booked.pk}/off/").status_code == 422
    assert Away.objects.exists()


def test_guests_and_strangers_see_none_of_it(clock: Clock, db: Any) -> None:
    stranger = Client()
    assert stranger.get("/sleep/").status_code == 302
    guest = Client()
    guest.post("/accounts/guest/")
    assert "Guests’ clocks run day and night." in shown(guest)
    assert 'id="week"' not in shown(guest)
    assert guest.post("/sleep/", week()).status_code == 422
    assert "/sleep/" not in guest.get("/accounts/").content.decode()


def test_the_settings_lead_there(ann: Client) -> None:
    assert 'href="/sleep/"' in ann.get("/accounts/").content.decode()


def test_it_is_shown_in_the_zone_of_the_week(ann: Client, cast: Cast) -> None:
    sleeps(cast["ann"], "Asia/Kolkata")
    page = shown(ann)
    assert "now, 17:30" in page
    assert "Kolkata, UTC+5:30" in page
    assert "Changes take effect on Monday 17:30." in page
    assert "awake until 23:00" in page
    ben = browser_of(cast["ben"])
    assert "now, 12:00" in shown(ben), "whose zone nobody knows: UTC until the browser says more"
