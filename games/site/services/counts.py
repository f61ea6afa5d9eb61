"""Record the site's numbers by hour and day."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from typing import TypeAlias

from django.db.models import Q

from games.site import numbers
from games.site.models import Count
from games.site.numbers import DAY, HOUR, Source

log = logging.getLogger(__name__)
Known: TypeAlias = dict[tuple[str, datetime, bool], int]


def count(*, now: datetime) -> int:
    """Record the numbers of this and the previous hour, and of their days; return the number of
    changes. Idempotent. A source that fails leaves its numbers unchanged."""
    written = 0
    hours = [numbers.hour_of(now) - HOUR, numbers.hour_of(now)]
    days = sorted({numbers.day_of(hour) for hour in hours})
    known = _known(hours, days)
    for name, source in numbers.sources().items():
        try:
            for hour in hours:
                written += _write(known, name, hour, False, source.read(hour, hour + HOUR))
            for day in days:
                written += _write(known, name, day, True, _of_day(name, day, source))
        except Exception as error:
            log.warning(
                "The number %s could not be read (%s).",
                name,
                type(error).__name__,
                extra={"error": error},
            )
    return written


def _of_day(name: str, day: datetime, source: Source) -> int | None:
    if source.fold is None:
        return source.read(day, day + DAY)
    hours = Count.objects.filter(name=name, of_day=False, since__gte=day, since__lt=day + DAY)
    values = list(hours.order_by("since").values_list("value", flat=True))
    return source.fold(values) if values else None


def _known(hours: list[datetime], days: list[datetime]) -> Known:
    """Return the recorded numbers of these hours and days, by name, start and `of_day`."""
    wanted = Q(of_day=False, since__in=hours) | Q(of_day=True, since__in=days)
    rows = Count.objects.filter(wanted).values_list("name", "since", "of_day", "value")
    return {(name, since, of_day): value for name, since, of_day, value in rows}


def _write(known: Known, name: str, since: datetime, of_day: bool, value: int | None) -> int:
    if value is None or known.get((name, since, of_day)) == value:
        return 0
    Count.objects.update_or_create(name=name, of_day=of_day, since=since, defaults={"value": value})
    return 1


def forget_hours(*, now: datetime, after: timedelta, limit: int) -> int:
    """Delete hourly numbers older than `after`; return how many."""
    return _forget(now - after, False, limit)


def forget_days(*, now: datetime, after: timedelta, limit: int) -> int:
    """Delete daily numbers older than `after`; return how many."""
    return _forget(now - after, True, limit)


def _forget(before: datetime, of_day: bool, limit: int) -> int:
    old = Count.objects.filter(of_day=of_day, since__lt=before).order_by("pk")
    return Count.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:limit])).delete()[0]
