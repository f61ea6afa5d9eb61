"""Moments and games as people name them."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.template import Library
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from games.registry import engines

register = Library()


@register.filter
def title_of(game: str) -> str:
    """Return the title of a game; its slug if it is not here any more."""
    return engines()[game].title if game in engines() else game


@register.filter
def ago(moment: datetime) -> str:
    """Return how long ago that was, in one unit: "2 hours ago"."""
    if timezone.now() - moment < timedelta(minutes=1):
        return _("just now")
    return _("%(time)s ago") % {"time": timesince(moment, depth=1)}
