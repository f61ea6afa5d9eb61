"""Deadlines as iCalendar (RFC 5545)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from games import registry
from games.notices.calendar.dates import Date
from games.notices.calendar.selectors import Deadline

# Of every release, or each event would stand twice. No hash of a log: it depends on hidden cards.
SALT = "games.calendar.turn"
EVERY = timedelta(hours=1)  # how often a program may ask, as far as it listens


def text(deadlines: Sequence[Deadline], dates: Sequence[Date] = (), *, names: bool) -> bytes:
    """Return the calendar, in the language that is active. Of the same deadlines and dates the same
    bytes."""
    events = [_event(deadline, names) for deadline in deadlines]
    return calendar_of(settings.SITE_NAME, [*events, *map(of_date, dates)])


def calendar_of(name: str, events: Iterable[Event]) -> bytes:
    """Return a calendar of this name with these events."""
    calendar = Calendar()
    for key, value in (
        ("prodid", "-//Fairdeal//Deadlines//EN"),
        ("version", "2.0"),
        ("calscale", "GREGORIAN"),
        ("method", "PUBLISH"),
        ("x-wr-calname", name),
        ("x-published-ttl", EVERY),
        ("refresh-interval", EVERY),
    ):
        calendar.add(key, value)
    for event in events:
        calendar.add_component(event)
    written: bytes = calendar.to_ical()
    return written


def of_date(date: Date) -> Event:
    """Return the event of a date."""
    event = Event()
    facts: dict[str, Any] = {
        "uid": f"{date.uid}@{settings.MAIL_DOMAIN}",
        "dtstamp": date.changed_at,
        "last-modified": date.changed_at,
        "sequence": date.version,
        "dtstart": date.begins,
        "dtend": date.ends,
        "summary": date.title,
        "description": date.words,
        "url": f"{settings.BASE_URL}{date.url}",
        "transp": "TRANSPARENT",
    }
    for name, value in facts.items():
        if value is not None:
            event.add(name, value)
    return event


def _event(deadline: Deadline, names: bool) -> Event:
    """Return the event of a deadline: a moment, without an alarm. The turn is the event, so what
    changes of it is a revision: the version of a table only grows."""
    table, event = deadline.table, Event()
    mark = salted_hmac(SALT, deadline.mark, algorithm="sha256").hexdigest()[:16]
    turn = f"{table.pk}-{deadline.seat}-{deadline.begun}-{mark}"
    facts: dict[str, Any] = {
        "uid": f"{turn}@{settings.MAIL_DOMAIN}",
        "dtstamp": table.changed_at,
        "last-modified": table.changed_at,
        "sequence": table.version,
        "dtstart": deadline.at,
        "summary": _summary(deadline, names),
        "description": _("Until then it is your turn. After it your time is up."),
        "url": f"{settings.BASE_URL}{reverse('table', args=[table.pk])}",
        "class": "PRIVATE",
        "transp": "TRANSPARENT",
    }
    for name, value in facts.items():
        event.add(name, value)
    return event


def _summary(deadline: Deadline, names: bool) -> str:
    title = registry.engines()[deadline.table.game].title
    if not names or not deadline.others:
        return _("Your turn: %(game)s") % {"game": title}
    facts = {"game": title, "others": ", ".join(deadline.others)}
    return _("Your turn: %(game)s with %(others)s") % facts
