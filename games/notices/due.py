"""The moments at which notices are due."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from accounts.models import User
from games import zones
from games.notices.grid import When

# of a game that ended; longer than an outage of a day
NEWS = timedelta(days=3)
HOUR = timedelta(hours=1)


def due_at(when: When, user: User, now: datetime) -> datetime:
    """Return the moment at which to notify a user: now, at the next hour, or at the daily time."""
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
    one: the first when the clocks go back, the next existing one when they go forward."""
    day = now.astimezone(zone).date()
    while (found := _reached(minute, zone, day)) <= now:
        day += timedelta(days=1)
    return found


def _reached(minute: int, zone: ZoneInfo, day: date) -> datetime:
    here = datetime.combine(day, time(minute // 60, minute % 60))
    while (found := here.replace(tzinfo=zone).astimezone(UTC)).astimezone(zone).replace(
        tzinfo=None
    ) != here:
        here += timedelta(minutes=1)  # the clocks skip this one
    return found


def zone_of(user: User) -> ZoneInfo:
    """Return the time zone of a user's notices, UTC if unknown."""
    return zones.known(user.zone or user.mail_zone)
