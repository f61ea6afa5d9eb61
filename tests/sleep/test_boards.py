"""Boards: each deadline in the reader's own zone, and until when the player sleeps."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.epoch import milliseconds
from games.kernel.awake_hours import Day
from games.tables.board import presenter
from games.tables.sleep import services
from tests.kit.types import Cast, Patch
from tests.sleep.conftest import HOUR, NEW_YORK, NIGHTS, PRAGUE, Deals, sleeps, utc
from tests.tables.conftest import NOON, Played

pytestmark = pytest.mark.django_db

NIGHT = utc("2026-11-22 02:00")


def board(table: Played, name: str, now: datetime | None, zone: str = PRAGUE) -> str:
    """Return the board as a user sees it; without `now` the one that is kept."""
    look = presenter.look(table.id)
    with timezone.override(ZoneInfo(zone)):
        html = presenter.board(look, table.cast[name].pk, now=now)
    return " ".join(html.split())


@pytest.fixture
def table(cast: Cast, deals: Deals) -> Played:
    """Return a game in which Ann, who sleeps in Prague, has to act from Saturday noon on."""
    sleeps(cast["ann"])
    return deals()


def test_the_deadline_is_told_in_the_readers_zone(table: Played) -> None:
    assert table.row.flag_at == utc("2026-11-24 12:00")
    due = f'data-due="{milliseconds(table.row.flag_at)}" datetime="2026-11-24T12:00:00+00:00"'
    for zone, words in ((PRAGUE, "Tue 13:00"), (NEW_YORK, "Tue 07:00")):
        assert f"until <time {due}>{words}</time>" in board(table, "ben", NOON, zone)
        assert f"until <time {due}>{words}</time>" in board(table, "ann", NOON, zone)


def test_it_says_why_the_clock_stands(table: Played) -> None:
    assert "<span>sleeps until 07:00</span>" in board(table, "ben", NIGHT)
    assert "<span>sleeps until 01:00</span>" in board(table, "ben", NIGHT, NEW_YORK)
    assert "sleeps until" not in board(table, "ben", NOON)
    assert ">38 hours</time>" in board(table, "ben", NIGHT), "ten have passed, and none since 23:00"
    assert ">38 hours</time>" in board(table, "ben", utc("2026-11-22 05:59"))


def test_a_board_that_is_kept_says_when_the_clock_runs_and_never_what_time_it_is(
    table: Played,
) -> None:
    kept = board(table, "ben", None)
    spans = [
        f"{milliseconds(utc(start))}-{milliseconds(utc(end))}"
        for start, end in (
            ("2026-11-21 12:00", "2026-11-21 22:00"),
            ("2026-11-22 06:00", "2026-11-22 22:00"),
            ("2026-11-23 06:00", "2026-11-23 22:00"),
            ("2026-11-24 06:00", "2026-11-24 12:00"),
        )
    ]
    assert f'data-awake="{" ".join(spans)}"' in kept
    assert '<span class="strip__sleeps" hidden>' in kept
    assert '<span class="due" hidden>' in kept
    assert "sleeps until" not in kept
    assert board(table, "ben", None, NEW_YORK) == kept


def test_days_off_are_slept_through_in_words(cast: Cast, deals: Deals) -> None:
    sleeps(cast["ann"], week=(*NIGHTS[:6], Day(free=True)))
    assert "<span>sleeps until Mon 07:00</span>" in board(deals(), "ben", utc("2026-11-21 23:00"))


def test_opponents_are_told_of_a_change(table: Played) -> None:
    ann = table.cast["ann"]
    assert "stands at other hours" not in board(table, "ben", NOON)
    sleeps(ann, week=(Day(),) * 7, now=NOON + HOUR)
    told = board(table, "ben", NOON + HOUR)
    assert ">Mon 23 Nov, 14:00 CET</time> on, ann’s clock stops at different hours." in told
    assert "Mon 23 Nov, 13:00 UTC</time> on" in board(table, "ben", None)
    assert "stands at other hours" not in board(table, "ann", NOON + HOUR), "who knows it"
    services.call_off_week(user=ann, now=NOON + 2 * HOUR)
    assert "stands at other hours" not in board(table, "ben", NOON + 2 * HOUR)


def test_a_page_tells_the_time_of_the_account(table: Played, monkeypatch: Patch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NIGHT)
    client = Client()
    sleeps(table.cast["ben"], NEW_YORK, now=NOON)
    client.force_login(User.objects.get(pk=table.cast["ben"].pk))
    page = client.get(f"/t/{table.id}/").content.decode()
    assert "sleeps until 01:00" in page
    assert 'data-zone="America/New_York"' in page
