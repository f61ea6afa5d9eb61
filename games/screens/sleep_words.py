"""Hours of sleep in words, in the reader's time zone."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import epoch
from games.kernel import awake_hours
from games.kernel.awake_hours import Hours

SOON, WEEK = timedelta(hours=20), timedelta(days=6)


def moment(at: datetime, now: datetime) -> str:
    """Return a moment that is to come: "07:00", after many hours "Mon 07:00", after days "27 Dec,
    07:00". static/js/clock.js says the same."""
    local = timezone.localtime(at)
    if timedelta() <= at - now <= SOON:
        return date_format(local, "H:i")
    return date_format(local, "D H:i" if at - now <= WEEK else "j M, H:i")


def state(hours: Hours, now: datetime) -> tuple[bool, str]:
    """Return whether a player is awake, and until when: "sleeps until 07:00"."""
    is_awake, until = awake_hours.next_change(hours, epoch.milliseconds(now))
    if until is None:
        return is_awake, _("awake day and night")
    words = _("awake until %(moment)s") if is_awake else _("sleeps until %(moment)s")
    return is_awake, words % {"moment": moment(epoch.moment(until), now)}


def budget(days: int) -> str:
    """Return for how long each clock stands while its player sleeps: "at most 4 days of sleep"."""
    words = ngettext("at most %(count)s day of sleep", "at most %(count)s days of sleep", days)
    return words % {"count": days}


def left(milliseconds: int) -> str:
    """Return the time left in days and hours: "1 day 4 h", "4 h", "20 min"."""
    minutes = max(0, -(-milliseconds // awake_hours.MINUTE))
    days, hours = divmod(minutes // 60, 24)
    if days:
        words = _("%(count)s day") if days == 1 else _("%(count)s days")
        rest = " " + _("%(count)s h") % {"count": hours} if hours else ""
        return words % {"count": days} + rest
    if hours:
        return _("%(count)s h") % {"count": hours}
    return _("%(count)s min") % {"count": minutes}
