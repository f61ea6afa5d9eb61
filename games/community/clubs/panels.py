"""Panels on the page of a club, and dates in its calendar, from apps above this one.

An app provides its functions at start: clubs know nothing of events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import TypeAlias

from django.http import HttpRequest
from django.utils.safestring import SafeString

from games.community.clubs.models import Club
from games.notices.calendar.dates import Date

Panel: TypeAlias = Callable[[HttpRequest, Club], SafeString]
"""A function of a request and a club that its reader may see: a panel as HTML, or ""."""
Dates: TypeAlias = Callable[[Club, datetime], Iterable[Date]]
"""A function of a club and the present: the dates of its calendar."""

_panels: list[Panel] = []
_dates: list[Dates] = []


def provide(panel: Panel, dates: Dates | None = None) -> None:
    """Register a panel for the page of every club, and perhaps dates for its calendar."""
    if panel not in _panels:
        _panels.append(panel)
    if dates is not None and dates not in _dates:
        _dates.append(dates)


def of(request: HttpRequest, club: Club) -> list[SafeString]:
    """Return the panels of a club for the reader of a page."""
    return [made for panel in _panels if (made := panel(request, club))]


def dates(club: Club, now: datetime) -> list[Date]:
    """Return the dates of a club's calendar, the earliest first."""
    found = [date for function in _dates for date in function(club, now)]
    return sorted(found, key=lambda date: (date.begins, date.uid))
