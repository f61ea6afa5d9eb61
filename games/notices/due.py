"""Times of notices: the turn that one is about, and the moment at which its mail is due."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from accounts.models import TurnMail, User
from games.tables.models import Action

# a game that ended longer ago is no news; an outage of a day is made up for
NEWS = timedelta(days=3)
MORNING = 8  # the hour of the daily mail, where its reader lives


def begun(table_id: str, number: int) -> int:
    """Return the number that tells a seat's turns apart: the ply after its last turn that has
    passed, that is, after which somebody else acted."""
    log = Action.objects.filter(table=table_id, seat__isnull=False).order_by("-ply")
    last_other = log.exclude(seat=number).values_list("ply", flat=True).first()
    if last_other is None:
        return 0
    mine = log.filter(seat=number, ply__lt=last_other).values_list("ply", flat=True).first()
    return 0 if mine is None else mine + 1


def due_at(user: User, now: datetime) -> datetime:
    """Return the moment at which to tell a user about a turn: now, or the next morning with the
    others of the day."""
    return next_morning(zone_of(user), now) if user.turn_mail == TurnMail.DAILY else now


def next_morning(zone: ZoneInfo, now: datetime) -> datetime:
    """Return the next moment at which it is `MORNING` in a time zone, in UTC."""
    here = now.astimezone(zone)
    morning = here.replace(hour=MORNING, minute=0, second=0, microsecond=0)
    if morning <= here:
        morning += timedelta(days=1)
    return morning.astimezone(UTC)


def zone_of(user: User) -> ZoneInfo:
    """Return the time zone of a user's mails, UTC if it is not known."""
    try:
        return ZoneInfo(user.zone or user.mail_zone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
