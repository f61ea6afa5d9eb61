"""The dates of a club as iCalendar (RFC 5545)."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings
from icalendar import Event

from games.community.clubs.models import Club
from games.community.clubs.panels import Date
from games.notices.calendar import feed


def text(club: Club, dates: Sequence[Date]) -> bytes:
    """Return the calendar of a club. Of the same dates the same bytes."""
    return feed.calendar_of(f"{club.title} · {settings.SITE_NAME}", map(_event, dates))


def _event(date: Date) -> Event:
    event = Event()
    for name, value in (
        ("uid", f"{date.uid}@{settings.MAIL_DOMAIN}"),
        ("dtstamp", date.changed_at),
        ("last-modified", date.changed_at),
        ("dtstart", date.begins),
        ("dtend", date.ends),
        ("summary", date.title),
        ("description", date.words),
        ("url", f"{settings.BASE_URL}{date.url}"),
        ("transp", "TRANSPARENT"),
    ):
        event.add(name, value)
    return event
