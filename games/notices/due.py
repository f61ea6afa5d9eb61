"""Times of notices: the turn that one is about, and the moment at which it is due."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from accounts.models import User
from games.notices.grid import When
from games.tables.models import Action

# a game that ended longer ago is no news; an outage of a day is made up for
NEWS = timedelta(days=3)
HOUR = timedelta(hours=1)


def begun(table_id: str, number: int) -> int:
    """Return the number that tells a seat's turns apart: the ply after its last turn that has
    passed, that is, after which somebody else acted."""
    log = Action.objects.filter(table=table_id, seat__isnull=False).order_by("-ply")
    last_other = log.exclude(seat=number).values_list("ply", flat=True).first()
    if last_other is None:
        return 0
    mine = log.filter(seat=number, ply__lt=last_other).values_list("ply", flat=True).first()
    return 0 if mine is None else mine + 1


def due_at(when: When, user: User, now: datetime) -> datetime:
    """Return the moment at which to tell a user: now, or with the others of the hour or day."""
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
    """Return the next moment at which a time zone reaches a minute of its day, in UTC."""
    here = now.astimezone(zone)
    found = here.replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)
    if found.astimezone(UTC) <= now:
        found += timedelta(days=1)
    return found.astimezone(UTC)


def zone_of(user: User) -> ZoneInfo:
    """Return the time zone of a user's notices, UTC if it is not known."""
    try:
        return ZoneInfo(user.zone or user.mail_zone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
