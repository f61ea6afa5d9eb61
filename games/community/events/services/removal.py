"""The removal of old rows of events. Results, places and titles stay, as games do."""

from __future__ import annotations

from datetime import datetime, timedelta

from accounts.services.removal import remove
from games.community.events.models import Decision, Entry, Event, Stage


def forget_called_off(*, now: datetime, after: timedelta, limit: int = 200) -> int:
    """Delete events that were called off longer ago than `after`, with their entries, pairings and
    journal; return the number of rows. Games that were played there stay."""
    return remove(Event.objects.filter(stage=Stage.STOPPED, ended_at__lt=now - after), limit)


def forget_companies(*, now: datetime, after: timedelta, limit: int = 500) -> int:
    """Delete which entries came from one address, of events that ended longer ago than `after`;
    return the number of entries."""
    rows = Entry.objects.filter(company__isnull=False, event__ended_at__lt=now - after)
    some = list(rows.order_by("pk").values_list("pk", flat=True)[:limit])
    return Entry.objects.filter(pk__in=some).update(company=None)


def forget_journals(*, now: datetime, after: timedelta, limit: int = 500) -> int:
    """Delete the decisions of organisers in events that ended longer ago than `after`; return their
    number. The results that they corrected stay."""
    return remove(Decision.objects.filter(event__ended_at__lt=now - after), limit)
