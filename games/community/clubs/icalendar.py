"""The dates of a club as iCalendar (RFC 5545)."""

from __future__ import annotations

from collections.abc import Sequence

from django.conf import settings

from games.community.clubs.models import Club
from games.notices.calendar import icalendar
from games.notices.calendar.dates import Date


def text(club: Club, dates: Sequence[Date]) -> bytes:
    """Return the calendar of a club. Equal dates give equal bytes."""
    return icalendar.calendar_of(
        f"{club.title} · {settings.SITE_NAME}", map(icalendar.of_date, dates)
    )
