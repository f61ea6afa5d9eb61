"""The budget of sleep of an event by correspondence: named before one enters, kept at its
tables."""

from __future__ import annotations

from typing import Any

import pytest

from games.community.events import words
from games.community.events.errors import EventError
from games.community.events.models import Event
from games.kernel.awake_hours import Day
from games.tables.models import Seat
from games.tables.proof import audit
from games.tables.sleep import services as sleep
from tests.events.conftest import WEEK, Evening

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NIGHTS = (Day(23 * 60, 7 * 60),) * 7


def said(event: Event) -> str:
    return " ".join(words.sentences(event))


def test_a_round_has_a_budget_of_half_its_days_unless_its_terms_say_otherwise(
    evening: Evening,
) -> None:
    assert evening.makes().sleep_days == 4
    assert evening.makes(length=1).sleep_days == 1
    assert evening.makes(sleep_days=7).sleep_days == 7
    assert evening.makes(clock="normal", length=30).sleep_days is None, "live"
    for days in (-1, 8):
        with pytest.raises(EventError, match="no longer than the round"):
            evening.makes(sleep_days=days)


def test_its_terms_name_it(evening: Evening) -> None:
    assert "for up to 4 days in each round; after that it runs" in said(evening.makes())
    assert "for up to 1 day in each round" in said(evening.makes(sleep_days=1))
    several = evening.makes(format="knockout", series=3)
    assert "for up to 4 days in each game of a round" in said(several)
    assert "runs day and night: sleep" in said(evening.makes(sleep_days=0))
    assert "sleep" not in said(evening.makes(clock="normal", length=30)).lower()


@pytest.mark.parametrize("terms", [{}, {"duplicate": True}])
def test_its_tables_keep_it(evening: Evening, terms: dict[str, Any]) -> None:
    ben = evening.people["ben"]
    sleep.save_week(user=ben, zone="Europe/Prague", week=NIGHTS, now=evening.now - 4 * WEEK)
    event = evening.makes(sleep_days=2, **terms)
    evening.enters(event, "ben", "cal")
    evening.waits(event)
    tables = evening.running(event)
    assert {table.sleep_days for table in tables} == {2}
    seats = Seat.objects.filter(table__in=tables, user=ben).exclude(sleeps="")
    assert seats.count() == len(tables), "their clocks know when Ben sleeps"
    for table in tables:
        evening.plays(table)
        table.refresh_from_db()
        assert list(audit.faults(table)) == []


def test_an_event_of_an_earlier_release_goes_on_as_it_was(evening: Evening) -> None:
    event = evening.makes()
    Event.objects.update(sleep_days=None)
    evening.enters(event, "ben", "cal")
    evening.waits(event)
    assert evening.running(event)[0].sleep_days is None
    event.refresh_from_db()
    assert "stop your clock as at any table, but not the round" in said(event)


def test_the_next_season_has_the_same_one(evening: Evening) -> None:
    event = evening.makes(format="league", length=2, sleep_days=2)
    evening.enters(event, "ben", "cal", "dee", "eve")
    event = evening.plays_to_the_end(event)
    assert event.after.sleep_days == 2
