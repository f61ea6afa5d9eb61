"""Queries for events: who may see and run one, and lists."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Q, QuerySet

from accounts.models import Role as Office
from accounts.models import User
from games import paging
from games.community.clubs import selectors as clubs
from games.community.clubs.models import Membership
from games.community.events.models import Entry, Event, Pairing, Stage
from games.registry import engines
from games.tables.models import Status

Reader = User | AnonymousUser | None
PAGE = 30  # events on a page of the API


def may_see(event: Event, user: Reader) -> bool:
    """Return whether an event exists for a user: those of a private club do for its members."""
    return event.club is None or clubs.may_see(event.club, user)


def organises(event: Event, user: Reader) -> bool:
    """Return whether a user organises an event: a host of the site, or a leader of the club."""
    if not isinstance(user, User):
        return False
    if event.club is None:
        return user.role == Office.HOST
    return clubs.leads(clubs.role(event.club, user))


def find(event_id: str, user: Reader) -> Event | None:
    """Return an event by its id if it exists for this user."""
    event = Event.objects.select_related("club", "organiser").filter(pk=event_id).first()
    known = event is not None and event.game in engines()
    return event if event is not None and known and may_see(event, user) else None


def visible(user: Reader) -> QuerySet[Event]:
    """Return the events that exist for a user, with the numbers of their entries."""
    mine = Membership.objects.filter(user=user.pk if user is not None else None).values("club")
    open_to_all = Q(club=None) | Q(club__private=False, club__closed_at=None)
    own = Q(club__in=mine, club__closed_at=None)
    rows = Event.objects.filter(open_to_all | own, game__in=engines().keys())
    there = Q(entries__withdrawn_at=None, entries__bot="")
    return rows.select_related("club").annotate(count=Count("entries", filter=there))


def ahead(user: Reader) -> QuerySet[Event]:
    """Return the events that run or are to come, the next first."""
    return visible(user).filter(stage__in=[Stage.RUNNING, Stage.OPEN]).order_by("starts_at", "pk")


def entered(user: Reader) -> QuerySet[Event]:
    """Return the events that run or are to come in which a user plays, the next first."""
    mine = Entry.objects.filter(user=user.pk if user is not None else None, withdrawn_at=None)
    return ahead(user).filter(pk__in=mine.values("event"))


def past(user: Reader) -> QuerySet[Event]:
    """Return the events that are over, the last first."""
    over = visible(user).filter(stage__in=[Stage.ENDED, Stage.STOPPED])
    return over.order_by("-starts_at", "-pk")


def page(
    user: Reader, only: Mapping[str, str], *, after: str = "", size: int = PAGE
) -> tuple[list[Event], str]:
    """Return the events that exist for a user and have these values, those that begin last first,
    and the key of the next page, or "". `after`: such a key."""
    rows = visible(user).filter(**only).order_by("-starts_at", "-pk")
    if key := paging.key(after):
        rows = rows.filter(paging.behind("starts_at", "pk", key))
    found = list(rows[: size + 1])
    last = found[size - 1] if len(found) > size else None
    return found[:size], paging.written(last.starts_at, last.pk) if last else ""


def entries(event: Event) -> list[Entry]:
    """Return the entries with their users, by seed."""
    return list(event.entries.select_related("user").order_by("seed", "pk"))


def pairings(event: Event) -> list[Pairing]:
    """Return all pairings with their rounds, in order."""
    rows = Pairing.objects.filter(round__event=event).select_related("round")
    return list(rows.order_by("round__number", "board", "game"))


def entry_of(event: Event, user: Reader) -> Entry | None:
    """Return the user's entry, or None."""
    return event.entries.filter(user=user.pk).first() if isinstance(user, User) else None


def due_events(*, now: datetime) -> QuerySet[Event]:
    """Return the events that are due."""
    return Event.objects.filter(next_at__lte=now, paused_at=None, game__in=engines().keys())


def due_results(*, now: datetime) -> QuerySet[Event]:
    """Return the events with tables that have ended and do not count yet."""
    waiting = Pairing.objects.filter(settled_at=None, table__status=Status.ENDED)
    return Event.objects.filter(
        stage=Stage.RUNNING, paused_at=None, pk__in=waiting.values("round__event")
    )
