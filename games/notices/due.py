"""Times of notices: the moments at which they are due."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from accounts.models import User
from games.notices.grid import When

# a game that ended longer ago is no news; an outage of a day is made up for
NEWS = timedelta(days=3)
HOUR = timedelta(hours=1)


def due_at(when: When, user: User, now: datetime) -> datetime:
    """Return the moment at which to notify a user: now, or with the others of the hour or day."""
    if when == When.HOURLY:
        return next_hour(zone_of(user), now)
    return next_at(user.daily_at, zone_of(user), now) if when == When.DAILY else now


def next_hour(zone: ZoneInfo, now: datetime) -> datetime:
    """Return the next full hour of a time zone, in UTC."""
    here = now.astimezone(zone)
    return (
        now
        + HOUR
        - timedelta(minutes=here.minute, seconds=here.second, microseconds=here.microsecond)
    )


def next_at(minute: int, zone: ZoneInfo, now: datetime) -> datetime:
    """Return the next moment at which a time zone reaches a minute of its day, in UTC. Each day has
    one: the first, when the clocks go back; the next that there is, when they go forward."""
    day = now.astimezone(zone).date()
    while (found := _reached(minute, zone, day)) <= now:
        day += timedelta(days=1)
    return found


def _reached(minute: int, zone: ZoneInfo, day: date) -> datetime:
    here = datetime.combine(day, time(minute // 60, minute % 60))
    while (found := here.replace(tzinfo=zone).astimezone(UTC)).astimezone(zone).replace(
        tzinfo=None
    ) != here:
        here += timedelta(minutes=1)  # this one is left out by the clocks
    return found


def zone_of(user: User) -> ZoneInfo:
    """Return the time zone of a user's notices, UTC if it is not known."""
    try:
        return ZoneInfo(user.zone or user.mail_zone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
