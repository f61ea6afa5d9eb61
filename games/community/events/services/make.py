"""Making an event."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import Role as Office
from accounts.models import User
from games.community.clubs import selectors as clubs
from games.community.clubs.models import Club
from games.community.events import schedule
from games.community.events.errors import EventError, NotYours
from games.community.events.models import Event, Stage
from games.community.events.services import news
from games.community.events.services.terms import Terms
from games.community.moderation import selectors as conduct


def refusal(user: User, club: Club | None) -> str:
    """Return why a user may not make an event (of this club), or ""."""
    if club is not None:
        may = clubs.leads(clubs.role(club, user))
        return "" if may else _("Events of a club are made by its owner and organisers.")
    return "" if user.role == Office.HOST else _("Events of the whole site are made by its hosts.")


def make(*, by: User, club: Club | None, key: str = "", now: datetime, **asked: Any) -> Event:
    """Make an event and return it; the same form with the same key makes one. `asked`: the fields
    of `Terms`. Raises EventError."""
    if reason := refusal(by, club):
        raise NotYours(reason)
    if conduct.mute(by.pk, now):
        raise NotYours(_("A moderator has decided that you may not write at the moment."))
    terms = Terms(**asked)
    facts = terms.columns(now) | {"club": club, "organiser": by, "request_key": key}
    facts["rated"] = terms.rated and (club is None or not club.private)
    facts["created_at"] = now
    facts["next_at"] = schedule.first_look(Event(**facts), now)
    if key and (before := Event.objects.filter(organiser=by, request_key=key).first()):
        return before
    open_ones = Event.objects.filter(organiser=by, stage__in=[Stage.OPEN, Stage.RUNNING])
    if open_ones.count() >= settings.LIMIT_COUNTS["events_of_one"]:
        raise EventError(
            _("You already run as many events as one person may. Wait until one has ended.")
        )
    try:
        with transaction.atomic():
            event = Event.objects.create(**facts)
            news.tell_club(event, now)
            return event
    except IntegrityError:  # the same form, at the same time
        return Event.objects.get(organiser=by, request_key=key)
