"""News of an event for its players, in the transaction of the step, so that nobody is told twice
after a crash."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.models import User
from games.community.clubs import selectors as clubs
from games.community.events import selectors, words
from games.community.events.models import Entry, Event, Pairing, Stage
from games.notices import models as notices
from games.notices.models import Kind
from games.notices.news_sources import NewsText, text
from games.notices.services import news
from games.screens import ending, phrases
from games.tables.models import Seat


class What(StrEnum):
    """Kinds of news."""

    OPENED = "opened"  # for entry, told to the club's members
    SOON = "soon"
    ROUND = "round"
    REMINDER = "reminder"
    ENDED = "ended"
    OFF = "off"


KINDS = {
    What.OPENED: Kind.CLUB,
    What.SOON: Kind.EVENT,
    What.ROUND: Kind.ROUND,
    What.REMINDER: Kind.LAST_DAY,
    What.ENDED: Kind.EVENT,
    What.OFF: Kind.EVENT,
}
OF_A_ROUND = (What.ROUND, What.REMINDER)
SENTENCES = {
    What.OPENED: gettext_noop("{event} is open for entry"),
    What.SOON: gettext_noop("{event} begins soon"),
    What.ROUND: gettext_noop("{event}: round {number} has begun"),
    What.REMINDER: gettext_noop(
        "{event}: round {number} ends soon, and your game is still running"
    ),
    What.ENDED: gettext_noop("{event} is over: see the places"),
    What.OFF: gettext_noop("{event} was called off"),
}


def say(facts: Mapping[str, Any], by: User | None) -> NewsText:
    """Return an item of news in the reader's language."""
    name, number = str(facts["event"]), str(facts["number"])
    sentence, url = _(SENTENCES[What(facts["says"])]), reverse("event", args=[facts["id"]])
    if "{number}" in sentence:
        sentence = sentence.replace("{number}", number)
    return text(sentence, face=name, url=url, event=name)


def holds(facts: Mapping[str, Any], user: User) -> bool:
    """Return whether it still holds, and this user may know it."""
    event, what = selectors.find(str(facts["id"]), user), What(facts["says"])
    if event is None:
        return False
    if what in OF_A_ROUND:
        return not event.is_over and _game(facts, user) is not None
    entry = selectors.entry_of(event, user)
    if what == What.OPENED:
        member = event.club is not None and clubs.role(event.club, user) is not None
        return event.stage == Stage.OPEN and entry is None and member
    return entry is not None and (what != What.SOON or event.stage == Stage.OPEN)


def _game(facts: Mapping[str, Any], user: User) -> Pairing | None:
    """Return the user's next game of the round that the news is about."""
    rows = Pairing.objects.filter(
        round__event=facts["id"],
        round__number=facts["number"],
        round__ended_at=None,
        settled_at=None,
        table__seats__user=user,
    )
    return rows.select_related("round__event").order_by("game").first()


def table(facts: Mapping[str, Any], user: User) -> str | None:
    """Return the table of the user's game in the round that the news is about."""
    found = _game(facts, user) if What(facts["says"]) in OF_A_ROUND else None
    return found.table_id if found else None


def lines(facts: Mapping[str, Any], user: User) -> tuple[str, ...]:
    """Return the lines below: the opponent and the last day, or the place."""
    event, what = selectors.find(str(facts["id"]), user), What(facts["says"])
    if event is None:
        return ()
    if what in (What.OPENED, What.SOON):
        begins = _("It begins on %(moment)s.") % {"moment": _moment(event, event.starts_at)}
        return (f"{words.title(event)} · {words.brief(event)}", begins)
    if what in OF_A_ROUND and (game := _game(facts, user)) is not None:
        return _meets(game, user)
    return _came(event, user) if what == What.ENDED else ()


def _moment(event: Event, at: datetime) -> str:
    return words.moment(at, event.zone)


def _meets(game: Pairing, user: User) -> tuple[str, ...]:
    seats = Seat.objects.filter(table=game.table_id).exclude(user=user).select_related("user")
    names = [seat.name for seat in seats.order_by("number")]
    ends = _moment(game.round.event, game.round.ends_at)
    return (
        _("You play against %(names)s.") % {"names": phrases.both(names)},
        _("The round ends on %(moment)s.") % {"moment": ends},
    )


def _came(event: Event, user: User) -> tuple[str, ...]:
    entries = Entry.objects.filter(event=event, place__isnull=False)
    mine = entries.filter(user=user).values_list("place", flat=True).first()
    if not mine:
        return ()
    facts = {"place": ending.ordinal(mine), "count": entries.count()}
    return (_("You came %(place)s of %(count)s.") % facts,)


def tell(event: Event, what: What, now: datetime) -> None:
    """Tell those concerned: all who have entered, or those whose game still runs. Earlier news of
    the event is withdrawn."""
    entries = event.entries.filter(user__isnull=False, removed=False)
    if what == What.REMINDER:
        running = Pairing.objects.filter(round__event=event, settled_at=None)
        entries = entries.filter(pk__in=[player for one in running for player in one.players])
    elif what == What.ROUND:
        entries = entries.filter(withdrawn_at=None)
    users = list(entries.values_list("user_id", flat=True))
    news.lapse(what=notices.What.EVENT, facts={"id": event.pk}, by=None)
    _write(event, what, users, now)


def tell_club(event: Event, now: datetime) -> None:
    """Tell the members of its club that an event is open for entry."""
    if event.club is not None:
        members = clubs.members(event.club).exclude(user=event.organiser_id)
        _write(event, What.OPENED, list(members.values_list("user_id", flat=True)), now)


def _write(event: Event, what: What, users: Collection[int], now: datetime) -> None:
    facts = {"says": what.value, "id": event.pk, "event": event.name, "number": event.number}
    if what == What.ROUND and event.is_live:
        facts["live"] = True  # a mail would come too late
    news.add(
        users=users,
        what=notices.What.EVENT,
        facts=facts,
        by=None,
        now=now,
        kind=KINDS[what],
        subject=f"event-{event.pk}-{event.number}-{what}",
    )


def read(event: Event, user_id: int | None, now: datetime) -> None:
    """Mark a user's news of an event as read: its page is open."""
    facts = {"id": event.pk}
    news.mark_facts_read(user_id=user_id, what=notices.What.EVENT, facts=facts, now=now)
