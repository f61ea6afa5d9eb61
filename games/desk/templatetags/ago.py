"""A moment as people say it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.template import Library
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

register = Library()


@register.filter
def ago(moment: datetime) -> str:
    """Return how long ago that was, in one unit: "2 hours ago"."""
    if timezone.now() - moment < timedelta(minutes=1):
        return _("just now")
    return _("%(time)s ago") % {"time": timesince(moment, depth=1)}
