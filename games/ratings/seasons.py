"""Seasons: quarters of the year in UTC, named "2026Q4"."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.ratings.models import ALL_TIME

_NAME = re.compile(r"(\d{4})Q([1-4])", re.ASCII)


def name(moment: datetime) -> str:
    """Return the season of an aware moment."""
    return f"{moment.year:04}Q{(moment.month + 2) // 3}"


def known(text: str) -> bool:
    """Return whether a text names a season."""
    return bool(_NAME.fullmatch(text)) and text >= "0001Q1"


def first_day(season: str) -> date:
    """Return the first day of a season."""
    return date(int(season[:4]), 3 * int(season[5]) - 2, 1)


def last_day(season: str) -> date:
    """Return the last day of a season."""
    first = first_day(season)
    months = first.month + 2
    return (date(first.year, months, 28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)


def label(season: str) -> str:
    """Return the months of a season: "Oct–Dec 2026"."""
    if season == ALL_TIME:
        return _("All time")
    first, last = first_day(season), last_day(season)
    months = {"first": date_format(first, "M"), "last": date_format(last, "M"), "year": first.year}
    return _("%(first)s–%(last)s %(year)s") % months
