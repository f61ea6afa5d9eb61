"""A user's part of the ledger in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.notices import about_items, due, news_sources
from games.notices.channels import offered
from games.notices.grid import TOPICS, Topic
from games.notices.message_contents import OFFERED, TURNS
from games.notices.models import Kind, News, Notice, State, Where, Why
from games.registry import engines
from games.screens import phrases
from games.tables.models import Seat

LINES = 50
GLANCE = 5
MARKS = (Why.NOWHERE, Why.BEFORE)  # of notices that nobody was to get


@dataclass(frozen=True, slots=True)
class Line:
    """One line. `state` is "queued", "held", "sent", "failed" or "dropped", `word` its translation;
    `why` the fault and what follows."""

    at: datetime
    time: str
    title: str
    place: str
    state: str
    word: str
    why: str
    url: str


_WORDS = {
    "queued": gettext_lazy("queued"),
    "held": gettext_lazy("held"),
    "sent": gettext_lazy("sent"),
    "failed": gettext_lazy("failed"),
    "dropped": gettext_lazy("dropped"),
}
_STATES = {
    State.WAITING: "queued",
    State.SENDING: "queued",
    State.SENT: "sent",
    State.FAILED: "failed",
    State.DROPPED: "dropped",
}
_REASONS = {
    Why.LOOKING: gettext_lazy("The table is open in front of you."),
    Why.SEEN: gettext_lazy("You had the table open, so you knew already."),
    Why.PASSED: gettext_lazy("It was out of date."),
    Why.TOLD: gettext_lazy("It was your turn, and you were told so."),
    Why.OFF: gettext_lazy("You had switched it off."),
    Why.INTERRUPTED: gettext_lazy(
        "The site was interrupted while sending. It may have arrived, so it is not sent twice."
    ),
}
_GONE = {
    Where.MAIL: gettext_lazy("There is no confirmed address any more."),
    Where.PUSH: gettext_lazy("The device is no longer registered. Nothing more is sent there."),
    Where.WEBHOOK: gettext_lazy("The webhook is off. Nothing more is sent there."),
}
_FORGOTTEN = {Topic.EVENT: gettext_lazy("An event"), Topic.CLUB: gettext_lazy("A club")}
_BY_MAIL = gettext_lazy("The mail server did not take it.")


def lines(user_id: int, now: datetime, count: int = LINES) -> tuple[Line, ...]:
    """Return the newest lines of a user, newest first, without mails if the site has no mail
    server. Four queries."""
    rows = Notice.objects.filter(user=user_id, where__in=offered()).exclude(error__in=MARKS)
    found = list(rows.select_related("user", "table", "by").order_by("-pk")[:count])
    items = about_items.items_of(found)
    company: dict[str, list[str]] = defaultdict(list)
    tables = {row.table_id for row in found if row.table_id}
    seats = Seat.objects.filter(table__in=tables).exclude(user=user_id)
    for seat in seats.select_related("user", "table").order_by("number"):
        company[seat.table_id].append(seat.name)
    return tuple(
        _line(row, now, *_about(row, company[row.table_id or ""], items.get(row.subject)))
        for row in found
    )


def _about(row: Notice, others: Sequence[str], item: News | None) -> tuple[str, str]:
    """Return the title and the address of a notice's subject."""
    if row.table_id:
        return _title(row, others), reverse("table", args=[row.table_id])
    if item is None:
        return str(_FORGOTTEN[TOPICS[Kind(row.kind)]]), reverse("news")
    text = news_sources.words(item.what, item.facts, item.by)
    return text.title, text.url or reverse("news")


def _line(row: Notice, now: datetime, title: str, url: str) -> Line:
    state = _STATES[State(row.state)]
    if row.state == State.WAITING and row.error == Why.HELD:
        state = "held"
    at = row.sent_at or row.made_at or row.due_at
    where = str(Where(row.where).label)
    place = f"{where} · {row.place}" if row.place else where
    why = _why(row, state, _at(row, now))
    word = str(_WORDS[state])
    return Line(at, _time(row, at, now), title, place, state, word, why, url)


def _title(row: Notice, others: Sequence[str]) -> str:
    game = engines()[row.at.game].title if row.at.game in engines() else row.at.game
    company = phrases.company(others) if others else ""
    name = row.by.name if row.by else _("Somebody")
    words = {"game": game, "others": company, "name": name}
    kind = Kind(row.kind)
    if kind in TURNS:
        text = _("Your turn against %(others)s") if len(others) == 1 else _("Your turn at %(game)s")
    elif kind == Kind.LOW:
        text = _("Your clock runs low")
    elif kind == Kind.OVER:
        text = _("%(game)s with %(others)s is over") if others else _("%(game)s is over")
    elif kind == Kind.IDLE:
        text = _("%(game)s will soon be called off")
    elif kind in OFFERED:
        text = str(OFFERED[kind])
    elif kind == Kind.REMATCH:
        text = _("%(name)s wants a rematch of %(game)s")
    elif kind == Kind.OPENED:
        text = _("%(name)s has opened a table of %(game)s")
    else:
        text = _("%(name)s invites you to %(game)s")
    return text % words


def _why(row: Notice, state: str, next_at: str) -> str:
    """Return the fault and what follows, or ""."""
    if state == "sent":
        return ""
    if state == "held":
        return _("Quiet hours. It will be sent at %(time)s.") % {"time": next_at}
    reason = _reason(row)
    if row.error == Why.RESTS:
        return _("It waits for the next try there, at %(time)s.") % {"time": next_at}
    if row.state == State.WAITING and row.tries:
        return " ".join(filter(None, (reason, _("Next try at %(time)s.") % {"time": next_at})))
    if row.state == State.WAITING and not reason:
        return _("Sent at %(time)s, with the others.") % {"time": next_at} if next_at else ""
    if state == "failed" and row.error not in Why.values:
        return f"{reason} {_('Given up.')}".strip()
    return reason


def _reason(row: Notice) -> str:
    if row.error == Why.GONE:
        return str(_GONE[Where(row.where)])
    if row.error in _REASONS:
        return str(_REASONS[Why(row.error)])
    if not row.error or row.error == Why.HELD:
        return ""
    return str(_BY_MAIL) if row.where == Where.MAIL else row.error


def _at(row: Notice, now: datetime) -> str:
    """Return when a waiting notice is tried; "" if now."""
    return _time(row, row.due_at, now, ahead=True) if row.due_at > now else ""


def _time(row: Notice, moment: datetime, now: datetime, *, ahead: bool = False) -> str:
    """Return a moment in its shortest form: a time today, a day of the week, a date."""
    zone = due.zone_of(row.user)
    here, today = moment.astimezone(zone), now.astimezone(zone).date()
    if here.date() == today:
        return date_format(here, "H:i")
    if ahead:
        return date_format(here, "D H:i")
    return date_format(here, "D" if here.date() > today - timedelta(days=6) else "j M")
