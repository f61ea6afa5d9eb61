"""Entering an event, and coming back."""

from __future__ import annotations

from datetime import datetime

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.community.clubs import selectors as clubs
from games.community.events import selectors
from games.community.events.errors import NoSuchEvent, NotYours
from games.community.events.models import Decision, Entry, Event, Format, Stage
from games.community.events.services.locking import lock, saved

LATE = (Format.SWISS, Format.GROUPS, Format.ARENA)


def late_until(event: Event) -> int:
    """Return the last round in which a late entry may begin; 0: none."""
    if event.format == Format.ARENA:
        return 1
    return (event.rounds + 1) // 2 if event.format in LATE else 0


def refusal(event: Event, user: User) -> str:
    """Return why a user may not enter an event that exists for them, or ""."""
    if user.is_guest or user.is_bot:
        return _("Events are for people with an account. Make one: it takes a minute.")
    if event.club is not None and clubs.role(event.club, user) is None:
        return _("This event is for members of the club.")
    return closed(event)


def closed(event: Event) -> str:
    """Return why nobody may enter any more, or ""."""
    if event.is_over:
        return _("This event is over.")
    if event.stage == Stage.RUNNING and event.number >= late_until(event) + _more(event):
        return _("Entries have closed.")
    return ""


def _more(event: Event) -> int:
    """Return 1 for an arena, which one may enter while its one round runs."""
    return 1 if event.format == Format.ARENA else 0


@transaction.atomic
def enter(*, event_id: str, user: User, origin: str = "", now: datetime) -> Entry:
    """Enter a user, or let them come back; the history of whoever comes back stays. Entering twice
    changes nothing. Raises EventError."""
    event = lock(event_id)
    if not selectors.may_see(event, user):
        raise NoSuchEvent
    entry = Entry.objects.filter(event=event, user=user).first()
    if entry is not None and entry.plays:
        return entry
    if reason := why_not(event, user, entry):
        raise NotYours(reason)
    since = 1 if event.stage == Stage.OPEN else event.number + 1
    since = 1 if event.format == Format.ARENA else since
    if entry is None:
        facts = _origin(event, origin) | _late_seed(event)
        entry = Entry.objects.create(event=event, user=user, since=since, entered_at=now, **facts)
    else:
        entry.withdrawn_at, entry.since = None, max(entry.since, since)
        entry.save(update_fields=["withdrawn_at", "since"])
    _touched(event, now)
    return entry


def why_not(event: Event, user: User | AnonymousUser, entry: Entry | None) -> str:
    """Return why this reader may not enter, or come back, or ""."""
    if not isinstance(user, User):
        return closed(event)
    if entry is not None and entry.removed:
        return _("An organiser has taken you out of this event.")
    if entry is not None and event.stage == Stage.RUNNING and event.format in LATE:
        return ""  # back in the same row, with the same results
    if entry is not None and is_offered(event, entry):
        return ""
    if reason := refusal(event, user):
        return reason
    most = settings.LIMIT_COUNTS["event_entries"]
    if Entry.objects.filter(event=event, withdrawn_at=None).count() >= most:
        return _("This event is full.")
    return ""


def is_offered(event: Event, entry: Entry) -> bool:
    """Return whether an organiser has offered this place to its user, who has not taken it yet. A
    place that nobody had taken at the start is in no round."""
    at = entry.withdrawn_at
    if at is None or event.is_over or (event.stage == Stage.RUNNING and at < event.starts_at):
        return False
    return Decision.objects.filter(entry=entry, what="replace", at=at).exists()


def _origin(event: Event, origin: str) -> dict[str, object]:
    """Return the columns on the address that somebody enters from."""
    if not origin:
        return {}
    rows = Entry.objects.filter(event=event)
    same = rows.filter(origin=origin).values_list("company", flat=True).first()
    if same is None:
        others = rows.exclude(company=None).order_by("-company").values_list("company", flat=True)
        first = others.first()
        same = 0 if first is None else first + 1
    return {"origin": origin, "company": same}


def _late_seed(event: Event) -> dict[str, int]:
    """Return the seed of a late entry: behind all others."""
    return {} if event.stage == Stage.OPEN else {"seed": event.entries.count() + 1}


def _touched(event: Event, now: datetime) -> None:
    if event.format == Format.ARENA and event.stage == Stage.RUNNING and event.next_at is not None:
        event.next_at = min(event.next_at, now)
        saved(event, "next_at")
    else:
        saved(event)
