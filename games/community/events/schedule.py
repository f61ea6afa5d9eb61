"""The moments of an event. Rounds by correspondence end by the clock of the organiser's zone, also
where summer time begins or ends between."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from games import zones
from games.community.events.models import Event

BREAK = timedelta(minutes=1)
"""Between two rounds of a live event."""
REMINDER = timedelta(hours=24)


def soon(event: Event) -> datetime:
    """Return when the entered are reminded of the start: an hour before, or a day by
    correspondence."""
    return event.starts_at - (timedelta(hours=1) if event.is_live else REMINDER)


def first_look(event: Event, now: datetime) -> datetime:
    """Return the first due moment of a new event."""
    return soon(event) if now < soon(event) else event.starts_at


def later(moment: datetime, days: int, zone: str) -> datetime:
    """Return the moment so many days later at the same local time; if that is skipped, the one that
    clocks show instead."""
    here = moment.astimezone(zones.known(zone)).replace(tzinfo=None) + timedelta(days=days)
    return here.replace(tzinfo=zones.known(zone)).astimezone(UTC)


def end_of(event: Event, begins: datetime) -> datetime:
    """Return the end of a round that begins then."""
    if event.is_live:
        return begins + timedelta(minutes=event.length)
    return later(begins, event.length, event.zone)


def begin_of(event: Event, number: int, now: datetime) -> datetime:
    """Return when a round may begin: by correspondence at its day, live after a break."""
    if event.is_live or number == 1:
        return event.starts_at if number == 1 else now + BREAK
    return later(event.starts_at, (number - 1) * event.length, event.zone)


def last_end(event: Event, rounds: int) -> datetime:
    """Return the latest end of an event, by its terms."""
    if event.is_live:
        each = timedelta(minutes=event.length) + BREAK
        return event.starts_at + each * max(1, rounds)
    return later(event.starts_at, max(1, rounds) * event.length, event.zone)
