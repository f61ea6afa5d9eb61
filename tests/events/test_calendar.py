"""One's own events in one's calendar, as a calendar program reads it."""

from __future__ import annotations

from datetime import timedelta

import icalendar
import pytest
import time_machine
from django.test import Client

from games.community.events import services
from games.community.events.models import Event, Round
from games.notices.calendar import services as calendars
from tests.events.conftest import Evening

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def reads(evening: Evening, token: str) -> dict[str, icalendar.Event]:
    """Return the dates of events in a calendar by UID, without the deadlines of turns."""
    with time_machine.travel(evening.now, tick=False):
        answer = Client().get(f"/calendar/{token}.ics")
    assert answer.status_code == 200
    calendar = icalendar.Calendar.from_ical(answer.content)
    assert calendar.errors == []
    found = {str(event["UID"]): event for event in calendar.walk("VEVENT")}
    return {uid: event for uid, event in found.items() if uid.startswith("event-")}


def test_my_calendar_has_starts_and_ends_of_rounds(evening: Evening) -> None:
    ben, cal = (
        calendars.renew(user=evening.people[name], now=evening.now) for name in ("ben", "cal")
    )
    event = evening.makes(starts_at=evening.now + 3 * DAY, rounds=2, name="Cup;\r\nDTSTART:x, y")
    evening.enters(event, "ben", "dee", "eve", "fay")
    ((uid, start),) = reads(evening, ben).items()
    assert uid.startswith(f"event-{event.pk}-start@") and reads(evening, cal) == {}
    assert start.decoded("DTSTART") == event.starts_at
    assert str(start["SUMMARY"]) == "Cup; DTSTART:x, y begins"
    assert str(start["URL"]).endswith(f"/events/{event.pk}/")

    evening.waits(event)
    event = evening.waits(event)
    ((uid, end),) = reads(evening, ben).items()
    assert uid.startswith(f"event-{event.pk}-round-1@")
    assert end.decoded("DTSTART") == Round.objects.get(event=event).ends_at
    evening.plays_all(event)
    assert reads(evening, ben).keys() == {uid}, "until its result counts"
    event = evening.keeps(event)
    assert reads(evening, ben) == {}
    event = evening.waits(event)
    assert {one.partition("@")[0] for one in reads(evening, ben)} == {f"event-{event.pk}-round-2"}


def test_a_pause_is_a_revision_of_the_same_date(evening: Evening) -> None:
    ben = calendars.renew(user=evening.people["ben"], now=evening.now)
    event = evening.makes()
    evening.enters(event, "ben", "dee")
    event = evening.waits(event)
    ((uid, before),) = reads(evening, ben).items()
    about = {"event_id": event.pk, "by": evening.people["ann"]}
    services.pause(**about, now=evening.now)
    evening.now += 2 * DAY
    services.go_on(**about, now=evening.now)
    ((same, after),) = reads(evening, ben).items()
    assert same == uid and after["SEQUENCE"] > before["SEQUENCE"]
    assert after.decoded("DTSTART") == before.decoded("DTSTART") + 2 * DAY


def test_a_private_club_shows_nothing_to_who_has_left_it(evening: Evening) -> None:
    ben = calendars.renew(user=evening.people["ben"], now=evening.now)
    event = evening.makes(starts_at=evening.now + 3 * DAY)
    evening.enters(event, "ben")
    assert reads(evening, ben)
    type(evening.club).objects.update(private=True)
    evening.club.memberships.filter(user=evening.people["ben"]).delete()
    assert reads(evening, ben) == {} and Event.objects.count() == 1
