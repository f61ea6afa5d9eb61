"""Quiet hours, in which only low clocks are reported."""

from __future__ import annotations

import re
from datetime import datetime

from accounts.models import User
from games.notices import due
from games.tables.sleep import selectors as sleep

NONE = "-"
_FORM = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)", re.ASCII)


def hours(stored: str) -> tuple[int, int] | None:
    """Return the minutes of the day at which own quiet hours begin and end; None without any."""
    found = _FORM.fullmatch(stored)
    if found is None:
        return None
    figures = [int(figure) for figure in found.groups()]
    begin, end = figures[0] * 60 + figures[1], figures[2] * 60 + figures[3]
    return (begin, end) if begin != end else None


def stored(begin: int, end: int) -> str:
    """Return own quiet hours as stored; NONE if they are empty."""
    if begin == end:
        return NONE
    return f"{begin // 60:02}:{begin % 60:02}-{end // 60:02}:{end % 60:02}"


def quiet_until(user: User, now: datetime) -> datetime | None:
    """Return the end of the current quiet hours, or None. They are those of sleep and days off,
    unless the user has chosen others or none."""
    own = hours(user.quiet)
    if own is None:
        return None if user.quiet else sleep.asleep_until(user.pk, now)
    zone = due.zone_of(user)
    begin, end = (due.next_at(minute, zone, now) for minute in own)
    return end if end < begin else None  # the end comes before the next beginning
