"""Ages in words, in one unit."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


def brief(at: datetime, now: datetime) -> str:
    """Return a short age: "just now", "6 min", "3 h", "2 days"."""
    age = now - at
    if age < timedelta(minutes=1):
        return _("just now")
    if age < timedelta(hours=1):
        return _("%(count)s min") % {"count": age.seconds // 60}
    if age < timedelta(days=1):
        return _("%(count)s h") % {"count": age.seconds // 3600}
    return ngettext("%(count)s day", "%(count)s days", age.days) % {"count": age.days}


def sentence(at: datetime, now: datetime) -> str:
    """Return an age as a phrase: "just now", "6 min ago"."""
    age = brief(at, now)
    return age if now - at < timedelta(minutes=1) else _("%(age)s ago") % {"age": age}


def days(day: date | None, now: datetime) -> str:
    """Return how long ago a day was: "today", "yesterday", "4 days ago"; "" for none."""
    if day is None:
        return ""
    passed = (now.date() - day).days
    if passed < 2:
        return _("yesterday") if passed == 1 else _("today")
    return ngettext("%(count)s day ago", "%(count)s days ago", passed) % {"count": passed}
