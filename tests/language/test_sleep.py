"""Every text on sleep and days off passes through gettext; the names of places are those of
tzdata."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.kernel.awake_hours import Day
from games.tables.sleep import services
from tests.kit.played import sits_down
from tests.kit.types import Cast, Patch, Visits
from tests.language.test_pages import NOON, reads

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover]

WEEK = (*(Day(23 * 60, 7 * 60),) * 6, Day(free=True))
PLACES = re.compile(rb"(<option value=\"\w+/[^>]+>)[^<]+|<li>[^<]*UTC\+1</li>")


def test_the_page_and_the_board(cast: Cast, visits: Visits, monkeypatch: Patch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    ann, zone = cast["ann"], "Europe/Prague"

    def page(client: Client, data: dict[str, str] | None = None, status: int = 200) -> None:
        answer = client.get("/sleep/") if data is None else client.post("/sleep/", data)
        answer.content = PLACES.sub(rb"\1", answer.content)
        reads(answer, status)

    browser = visits("ann")
    page(browser)
    services.save_week(user=ann, zone=zone, week=WEEK, now=NOON - timedelta(days=5))
    day = (NOON + timedelta(days=9)).date()
    services.book(user=ann, first=day, last=day, now=NOON - timedelta(days=3))
    services.call_off(user=ann, away_id=1, now=NOON)
    opened = sits_down(cast, "ann", "ben", clock="daily", order="seats")
    services.save_week(user=ann, zone=zone, week=WEEK[::-1], now=NOON)
    page(browser)
    page(browser, {"zone": zone} | {f"free{day}": "on" for day in range(3)}, 422)
    monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(hours=14))
    reads(visits("ben").get(f"/t/{opened.id}/"))
