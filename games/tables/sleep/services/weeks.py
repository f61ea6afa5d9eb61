"""A user's week: when to sleep, the free days, the zone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import zones
from games.kernel import awake_hours
from games.kernel.awake_hours import Day
from games.tables.services import hours
from games.tables.sleep import limits, selectors
from games.tables.sleep.errors import Refused
from games.tables.sleep.models import Away, Week
from games.tables.sleep.services import times


@transaction.atomic
def save_week(*, user: User, zone: str, week: Sequence[Day], now: datetime) -> Week:
    """Save a week that holds from HOLD on. It replaces one that does not hold yet; the same week
    again changes nothing. The zone is the account's at once: it moves no clock. Raises Refused."""
    check(zone, week)
    times.begin(user)
    User.objects.filter(pk=user.pk).update(zone=zone)  # in which pages and mails tell the time
    told = selectors.history(user.pk)
    days = [None if day.free else [day.start, day.end] for day in week]
    newest = told.newest
    if newest is not None and (newest.zone, newest.days) == (zone, days):
        return newest
    pending = told.pending(now)
    if pending is not None and times.is_pending(pending.holds_from, now):
        pending.delete()
    holding = told.week(now)
    if holding is not None and (holding.zone, holding.days) == (zone, days):
        hours.changed(user.pk)  # as it is, after all
        return holding
    saved = Week(user=user, zone=zone, days=days, made_at=now, holds_from=times.holds_from(now))
    limits.check_week(selectors.history(user.pk), saved)
    saved.save()
    hours.changed(user.pk)
    return saved


@transaction.atomic
def call_off_week(*, user: User, now: datetime) -> None:
    """Cancel a change of the week that does not hold yet. Raises Refused if it does."""
    times.begin(user)
    pending = selectors.history(user.pk).pending(now)
    if pending is None:
        return
    if not times.is_pending(pending.holds_from, now):
        raise Refused(_("That change has taken effect already. Save the week as you want it."))
    pending.delete()
    hours.changed(user.pk)


def forget(user_id: int) -> None:
    """Delete the settings of a user whose account is closed."""
    Week.objects.filter(user=user_id).delete()
    Away.objects.filter(user=user_id).delete()


def check(zone: str, week: Sequence[Day]) -> None:
    """Raise Refused unless this week leaves opponents enough hours."""
    if zone not in zones.names():
        raise Refused(_("There is no such time zone."), "zone")
    if len(week) != 7:
        raise Refused(_("A week has seven days."))
    for number, day in enumerate(week):
        if not (0 <= day.start < awake_hours.MINUTES and 0 <= day.end < awake_hours.MINUTES):
            raise Refused(_("There is no such time of day."), f"day{number}")
        if day.asleep > awake_hours.MOST_ASLEEP:
            raise Refused(_("Be awake for 8 hours of the day."), f"day{number}")
    if (free := sum(day.free for day in week)) > awake_hours.MOST_FREE:
        last = max(number for number, day in enumerate(week) if day.free)
        many = free - awake_hours.MOST_FREE
        raise Refused(
            ngettext("%(count)s free day too many.", "%(count)s free days too many.", many)
            % {"count": many},
            f"day{last}",
        )
    if (more := sum(day.asleep for day in week) - awake_hours.MOST_ASLEEP_A_WEEK) > 0:
        longest = max(range(7), key=lambda number: week[number].asleep)
        raise Refused(too_much(more), f"day{longest}")


def too_much(minutes: int) -> str:
    """Return by how much a week is over the limit: "2 h 30 too many."."""
    hours, rest = divmod(minutes, 60)
    if not rest:
        return ngettext("%(count)s hour too many.", "%(count)s hours too many.", hours) % {
            "count": hours
        }
    if not hours:
        return _("%(minutes)s min too many.") % {"minutes": rest}
    return _("%(hours)s h %(minutes)02d too many.") % {"hours": hours, "minutes": rest}
