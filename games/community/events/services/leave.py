"""Leaving an event."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.community.events import selectors
from games.community.events.errors import NoSuchEvent
from games.community.events.models import Entry, Event, Stage
from games.community.events.services.locking import lock, saved


@transaction.atomic
def leave(*, event_id: str, user: User, now: datetime) -> None:
    """Leave an event: before its start as if never entered, later with the results so far. A game
    that runs is still to be played or given up. Raises EventError."""
    event = lock(event_id)
    entry = Entry.objects.filter(event=event, user=user, withdrawn_at=None).first()
    if entry is None:
        if not selectors.may_see(event, user):
            raise NoSuchEvent
        return
    withdraw(event, entry, now)


def withdraw(event: Event, entry: Entry, now: datetime) -> None:
    """Take an entry out of a locked event."""
    if event.stage == Stage.OPEN:
        entry.delete()
    elif not event.is_over:
        entry.withdrawn_at = now
        entry.save(update_fields=["withdrawn_at"])
    saved(event)


def forget_user(user_id: int) -> None:
    """Take a closed account out of all events that are not over."""
    rows = Entry.objects.filter(user=user_id, withdrawn_at=None, place=None)
    for event_id in rows.order_by("event").values_list("event", flat=True):
        with transaction.atomic():
            event = lock(event_id)
            entry = Entry.objects.filter(event=event, user=user_id, withdrawn_at=None).first()
            if entry is not None:
                withdraw(event, entry, timezone.now())
