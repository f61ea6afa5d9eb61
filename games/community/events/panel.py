"""Events on other apps' pages: the page of a club, its calendar, and profiles."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Count, Exists, OuterRef, Q
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.models import User
from games.community.clubs import selectors as clubs
from games.community.clubs.models import Club
from games.community.events import lists, schedule, selectors, words
from games.community.events.models import Entry, Event, Format, Pairing, Round, Stage
from games.notices.calendar.dates import Date

SHOWN, OVER = 6, 2  # events that are not over, and that are
OWN = 100  # events in the calendar of a user


def of_club(request: HttpRequest, club: Club) -> SafeString:
    """Return the events of a club as a panel of its page; "" without any, for readers who may make
    none."""
    count = Count("entries", filter=Q(entries__withdrawn_at=None, entries__bot=""))
    found = Event.objects.filter(club=club).annotate(count=count)
    over = Q(stage__in=[Stage.ENDED, Stage.STOPPED])
    shown = list(found.exclude(over).order_by("starts_at", "pk")[:SHOWN])
    shown += found.filter(over).order_by("-starts_at", "-pk")[:OVER]
    user = request.user
    leads = isinstance(user, User) and clubs.leads(clubs.role(club, user))
    if not shown and not leads:
        return mark_safe("")
    facts = {"rows": lists.rows(shown, user), "leads": leads, "club": club}
    return render_to_string("events/panel.html", facts, request)


def dates(club: Club, now: datetime) -> Iterable[Date]:
    """Return the events of a club for its calendar."""
    running = Event.objects.filter(club=club, stage__in=[Stage.OPEN, Stage.RUNNING])
    return [_date(event) for event in running.order_by("starts_at")[:50]]


def _date(event: Event) -> Date:
    known = event.format in (Format.SWISS, Format.GROUPS)
    return Date(
        uid=f"event-{event.pk}",
        title=event.name,
        begins=event.starts_at,
        ends=schedule.last_end(event, event.rounds if known else 1),
        url=reverse("event", args=[event.pk]),
        changed_at=event.created_at,
        words=words.brief(event),
    )


def own_dates(user: User, now: datetime) -> Iterable[Date]:
    """Return the starts of the events that a user has entered, and the last moments of the rounds
    in which the user still plays. Two queries, and one for each event of a club."""
    mine = [event for event in selectors.entered(user)[:OWN] if selectors.may_see(event, user)]
    yield from (_start(event) for event in mine if event.stage == Stage.OPEN)
    by_id = {event.pk: event for event in mine if event.stage == Stage.RUNNING}
    plays = Pairing.objects.filter(
        round=OuterRef("pk"), settled_at=None, table__seats__user=user.pk
    )
    rounds = Round.objects.filter(Exists(plays), event__in=by_id, ended_at=None)
    yield from (_end(by_id[made.event_id], made) for made in rounds.order_by("ends_at", "pk"))


def _start(event: Event) -> Date:
    return Date(
        uid=f"event-{event.pk}-start",
        title=_("%(event)s begins") % {"event": event.name},
        begins=event.starts_at,
        ends=None,
        url=reverse("event", args=[event.pk]),
        changed_at=event.created_at,
        words=words.brief(event),
        version=event.version,
    )


def _end(event: Event, made: Round) -> Date:
    """Return the end of a round. A pause moves it, and each change of the event is a revision."""
    facts = {"event": event.name, "number": made.number}
    return Date(
        uid=f"event-{event.pk}-round-{made.number}",
        title=_("%(event)s: round %(number)s ends") % facts,
        begins=made.ends_at,
        ends=None,
        url=reverse("event", args=[event.pk]),
        changed_at=made.begins_at,
        words=_("Your game counts as it stands then: whoever is to move has lost it."),
        version=event.version,
    )


def titles(user_id: int, reader: selectors.Reader) -> list[tuple[str, str, int]]:
    """Return the first three places of a user in the events that a reader may see, the newest
    first: names, addresses and places. Two queries."""
    won = Entry.objects.filter(user=user_id, place__lte=3, event__stage=Stage.ENDED)
    rows = won.select_related("event__club").order_by("-event__ended_at")[:20]
    return [
        (entry.event.name, reverse("event", args=[entry.event_id]), entry.place or 0)
        for entry in rows
        if selectors.may_see(entry.event, reader)
    ]
