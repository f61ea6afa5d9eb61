"""News of an event for its players, in the transaction of the step: nobody is told twice, whoever
dies."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from games.community.events.models import Event, Pairing
from games.notices import models as notices
from games.notices.news_items import bold
from games.notices.services import news
from games.notices.told import Said


class What(StrEnum):
    """Kinds of news."""

    ROUND = "round"
    REMINDER = "reminder"
    ENDED = "ended"
    OFF = "off"


SENTENCES = {
    What.ROUND: gettext_noop("{event}: round {number} has begun"),
    What.REMINDER: gettext_noop("{event}: round {number} ends in a day, and your game still runs"),
    What.ENDED: gettext_noop("{event} is over: see the places"),
    What.OFF: gettext_noop("{event} was called off"),
}


def say(facts: Mapping[str, Any], by: User | None) -> Said:
    """Return an item of news in the reader's language."""
    name, number = str(facts["event"]), str(facts["number"])
    words = _(SENTENCES[What(facts["says"])])
    sentence = format_html(words, event=bold(name), number=number)
    return Said(sentence, "", name, reverse("event", args=[facts["id"]]))


def tell(event: Event, what: What, now: datetime) -> None:
    """Tell those whom it concerns: all who have entered, or those whose game still runs. What they
    were told before of the event is no news any more."""
    entries = event.entries.filter(user__isnull=False, removed=False)
    if what == What.REMINDER:
        running = Pairing.objects.filter(round__event=event, settled_at=None)
        entries = entries.filter(pk__in=[player for one in running for player in one.players])
    elif what == What.ROUND:
        entries = entries.filter(withdrawn_at=None)
    users = list(entries.values_list("user_id", flat=True))
    known = notices.What.EVENT
    news.lapse(what=known, facts={"id": event.pk}, by=None)
    facts = {"says": what.value, "id": event.pk, "event": event.name, "number": event.number}
    news.told(users=users, what=known, facts=facts, by=None, now=now)
