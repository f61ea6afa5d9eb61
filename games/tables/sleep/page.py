"""The page "Sleep and days off" in values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from itertools import groupby
from typing import Any

from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from games import epoch, zones
from games.kernel import awake_hours
from games.kernel.awake_hours import Day, Rules
from games.kernel.clock import HOUR
from games.screens import phrases, sleep_words
from games.tables.sleep import selectors, services, week_form
from games.tables.sleep.errors import Refused
from games.tables.sleep.models import Away, Week
from games.tables.sleep.selectors import History

CONTINENTS = {
    "Africa": gettext_lazy("Africa"),
    "America": gettext_lazy("America"),
    "Antarctica": gettext_lazy("Antarctica"),
    "Arctic": gettext_lazy("The Arctic"),
    "Asia": gettext_lazy("Asia"),
    "Atlantic": gettext_lazy("The Atlantic"),
    "Australia": gettext_lazy("Australia"),
    "Europe": gettext_lazy("Europe"),
    "Indian": gettext_lazy("The Indian Ocean"),
    "Pacific": gettext_lazy("The Pacific"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A zone, and its name: a place as tzdata spells it, which is not translated."""

    name: str
    label: str


def groups(now: datetime) -> list[tuple[str | Promise, list[Choice]]]:
    """Return all zones that are named after a place, by continent, and UTC, with their present
    offsets."""
    return _groups(now.replace(hour=0, minute=0, second=0, microsecond=0))


@lru_cache(2)
def _groups(day: datetime) -> list[tuple[str | Promise, list[Choice]]]:
    places = sorted(name for name in zones.names() if name.split("/")[0] in CONTINENTS)
    found: list[tuple[str | Promise, list[Choice]]] = [("UTC", [Choice("UTC", "UTC")])]
    for continent, names in groupby(places, key=lambda name: name.split("/")[0]):
        found.append((CONTINENTS[continent], [Choice(name, label(name, day)) for name in names]))
    return found


def label(name: str, now: datetime) -> str:
    """Return the label of a zone: "Prague, UTC+1"."""
    if name == "UTC":
        return name
    place = ", ".join(reversed(name.split("/")[1:] or [name])).replace("_", " ")
    return f"{place}, {_offset(now.astimezone(zones.known(name)).utcoffset() or timedelta())}"


def _offset(offset: timedelta) -> str:
    minutes = round(offset.total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    sign = "−" if minutes < 0 else "+"
    return f"UTC{sign}{hours}" + (f":{rest:02}" if rest else "")


EXAMPLE = 28 * HOUR  # left on the clock that the page shows as an opponent sees it


@dataclass(frozen=True, slots=True)
class Booking:
    """Days away as the page lists them. `ends`: from when on they do not count any more."""

    id: int
    weekday: str
    dates: str
    count: int
    ends: str
    is_held: bool


@dataclass(frozen=True, slots=True)
class Filled:
    """A form that was refused: what it said, and why."""

    refused: Refused
    zone: str = ""
    week: tuple[Day, ...] = ()
    first: str = ""
    last: str = ""


def page(user: User, now: datetime, filled: Filled | None = None) -> dict[str, Any]:
    """Return the values of the page for a user with an account."""
    told = selectors.history(user.pk)
    newest, pending, holding = told.newest, told.pending(now), told.week(now)
    zone = (filled and filled.zone) or (newest.zone if newest else guessed(user))
    week = (filled and filled.week) or (newest.week if newest else selectors.NO_WEEK)
    local = now.astimezone(zones.known(zone))
    refused = filled.refused if filled else None
    rules = Rules(zone, week, told.rules(services.holds_from(now)).away)
    with timezone.override(zones.known(zone)):
        return {
            "lines": week_form.lines(
                week, local.weekday(), local.hour * 60 + local.minute, refused
            ),
            "times": week_form.TIMES,
            "clock": f"{local:%H:%M}",
            "spent": week_form.spent_words(week),
            "limits": {
                "asleep": awake_hours.MOST_ASLEEP_A_WEEK,
                "free": awake_hours.MOST_FREE,
                "words": week_form.limits_words(),
            },
            "zones": groups(now),
            "zone": zone,
            "guesses": newest is None,
            "holds": _day(services.holds_from(now)),
            "refused": refused,
            "pending": pending and _pending(pending, holding),
            "opponent": _opponent(rules, now),
            "booked": [_booking(away, now) for away in told.aways if away.last >= local.date()],
            "most_away": awake_hours.MOST_AWAY,
            "away": _spent(told, local.date()),
            "earliest": services.earliest(told, now),
            "filled": filled,
            "knows_zone": newest is not None,
        }


def guessed(user: User) -> str:
    """Return the zone that a user probably lives in: that of the account, or of its mails."""
    return next((name for name in (user.zone, user.mail_zone) if name in zones.names()), "UTC")


def _day(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "l H:i")


def _pending(pending: Week, holding: Week | None) -> dict[str, Any]:
    """Return the pending change, its moment, and both weeks."""
    return {
        "from": _day(pending.holds_from),
        "now": week_form.week_words(holding.week) if holding else [_("Awake day and night")],
        "then": week_form.week_words(pending.week),
        "zone": label(pending.zone, pending.made_at),
    }


def _opponent(rules: Rules, now: datetime) -> dict[str, Any]:
    """Return the clock as an opponent would see it now by these rules, in this zone."""
    at = epoch.milliseconds(now)
    hours = zones.hours(rules, at)
    is_awake, words = sleep_words.state(hours, now)
    due = epoch.moment(awake_hours.runs_out(hours, at, EXAMPLE))
    free = [str(WEEKDAYS[number]) for number, day in enumerate(rules.week) if day.free]
    return {
        "awake": is_awake,
        "words": words,
        "left": sleep_words.left(EXAMPLE),
        "due": _due(due, now),
        "free": phrases.both(free) if free else "",
        "asleep": rules.asleep,
        "always": rules.always,
    }


def _due(due: datetime, now: datetime) -> str:
    local = timezone.localtime(due)
    known = date_format(local, "l") if due - now <= sleep_words.WEEK else date_format(local, "j F")
    return _("on %(day)s at %(time)s") % {"day": known, "time": date_format(local, "H:i")}


def _booking(away: Away, now: datetime) -> Booking:
    first, last = away.first, away.last
    if first == last:
        dates = _date(first)
    elif (first.year, first.month) == (last.year, last.month):
        dates = _("%(first)s to %(last)s") % {"first": first.day, "last": _date(last)}
    else:
        dates = _("%(first)s to %(last)s") % {"first": _date(first), "last": _date(last)}
    ends = _day(away.ends_from) if away.ends_from is not None else ""
    return Booking(
        away.pk, date_format(first, "l"), dates, away.count, ends, away.holds_from <= now
    )


def _date(day: date) -> str:
    return date_format(day, "j F")


def _spent(told: History, today: date) -> int:
    """Return the days away of the fullest 365 days on end that are not over yet."""
    year_ago = selectors.number(today) - awake_hours.YEAR + 1
    booked: Sequence[awake_hours.Days] = selectors.bookings(told.aways)
    return awake_hours.most_away(
        (max(first, year_ago), last) for first, last in booked if last >= year_ago
    )
