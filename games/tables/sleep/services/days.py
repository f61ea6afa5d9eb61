"""Days away, from midnight to midnight."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import zones
from games.epoch import milliseconds
from games.kernel import awake_hours
from games.tables.services import hours
from games.tables.sleep import limits, selectors
from games.tables.sleep.errors import Refused
from games.tables.sleep.models import Away
from games.tables.sleep.selectors import History
from games.tables.sleep.services import times

AHEAD = timedelta(days=550)  # as far as the calendars of most people go


@transaction.atomic
def book(*, user: User, first: date, last: date, now: datetime) -> Away:
    """Book days away, from the first to the last of them. The same days again change nothing.
    Raises Refused."""
    times.begin(user)
    told = selectors.history(user.pk)
    standing = [away for away in told.aways if away.ends_from is None]
    for away in standing:
        if (away.first, away.last) == (first, last):
            return away
    _check(told, first, last, now)
    if any(first <= away.last and away.first <= last for away in standing):
        raise Refused(_("Some of these days are booked already."), "first")
    booked = Away(user=user, first=first, last=last, made_at=now, holds_from=times.holds_from(now))
    limits.check_days(told, booked)
    booked.save()
    hours.changed(user.pk)
    return booked


@transaction.atomic
def call_off(*, user: User, away_id: int, now: datetime) -> None:
    """Call days away off. Those that nobody reckons with yet are gone at once; others from HOLD
    later, and they stay spent. Raises Refused if there are no such days."""
    times.begin(user)
    away = next((away for away in selectors.history(user.pk).aways if away.pk == away_id), None)
    if away is None:
        raise Refused(_("These days have been cancelled already."))
    if times.is_pending(away.holds_from, now):
        away.delete()
    elif away.ends_from is None:
        away.ends_from = max(away.holds_from, times.holds_from(now))
        away.save(update_fields=["ends_from"])
    hours.changed(user.pk)


def earliest(told: History, now: datetime) -> date:
    """Return the first day that can be booked now: nobody reckons with it before it begins."""
    newest = told.newest
    holds = milliseconds(times.holds_from(now))
    zone = zones.zone(newest.zone if newest else "UTC", now.year)
    return selectors.DAY_0 + timedelta(days=-(-zone.local(holds) // awake_hours.DAY))


def _check(told: History, first: date, last: date, now: datetime) -> None:
    if told.newest is None:
        raise Refused(_("Save your week first, so that we know where midnight is for you."))
    if last < first:
        raise Refused(_("The last day comes before the first."), "last")
    if first < earliest(told, now):
        raise Refused(_("Book days away two days ahead, so that nobody is surprised."), "first")
    if last > now.date() + AHEAD:
        raise Refused(_("That is too far ahead."), "last")
