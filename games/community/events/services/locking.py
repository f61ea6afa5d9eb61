"""An event with its row locked: every step, entry and decision waits here in turn."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from games.community.events import selectors
from games.community.events.errors import NoSuchEvent, NotYours
from games.community.events.models import Decision, Entry, Event, Pairing


def lock(event_id: str) -> Event:
    """Return an event, with its row locked until the transaction ends. Raises NoSuchEvent."""
    rows = Event.objects.select_for_update(no_key=True, of=("self",)).select_related("club")
    event = rows.filter(pk=event_id).first()
    if event is None:
        raise NoSuchEvent
    return event


def lock_for(event_id: str, by: User) -> Event:
    """Return a locked event to one of its organisers. Raises EventError."""
    event = lock(event_id)
    if not selectors.may_see(event, by):
        raise NoSuchEvent
    if not selectors.organises(event, by):
        raise NotYours(_("Only those who organise this event can do that."))
    return event


def saved(event: Event, *fields: str) -> None:
    """Store these fields of a locked event, and that it has changed."""
    event.version += 1
    event.save(update_fields=["version", *fields])


def decide(
    event: Event,
    by: User | None,
    what: str,
    now: datetime,
    why: str = "",
    entry: Entry | None = None,
    pairing: Pairing | None = None,
    **facts: object,
) -> None:
    """Write a decision into the event's journal, in the transaction of what it does."""
    Decision.objects.create(
        event=event,
        by=by,
        what=what,
        entry=entry,
        pairing=pairing,
        facts=facts,
        why=" ".join(why.split())[:300],
        at=now,
    )
