"""The site's numbers by hour and day: names, sources and queries. They hold no personal data and do
not leave the site."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from games.site.models import Count

Read: TypeAlias = Callable[[datetime, datetime], int | None]
"""Return the number between two moments, or None if unknown."""
Fold: TypeAlias = Callable[[Sequence[int]], int]

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
DAYS_SHOWN = 30


@dataclass(frozen=True)
class Source:
    """The source of an hourly number. That of a day is read too, or folded from its hours."""

    read: Read
    fold: Fold | None = None


_sources: dict[str, Source] = {}


def provide(**sources: Source) -> None:
    """Register sources; the apps that own them are above this one."""
    _sources.update(sources)


def sources() -> dict[str, Source]:
    """Return the sources by name."""
    return dict(_sources)


def hour_of(now: datetime) -> datetime:
    """Return the start of the hour."""
    return now.astimezone(UTC).replace(minute=0, second=0, microsecond=0)


def day_of(now: datetime) -> datetime:
    """Return the start of the day."""
    return hour_of(now).replace(hour=0)


def days(now: datetime) -> dict[str, list[tuple[datetime, int]]]:
    """Return the numbers of the last days by name, newest last. One query."""
    since = day_of(now) - (DAYS_SHOWN - 1) * DAY
    rows = Count.objects.filter(of_day=True, since__gte=since).order_by("since")
    found: dict[str, list[tuple[datetime, int]]] = {}
    for name, at, value in rows.values_list("name", "since", "value"):
        found.setdefault(name, []).append((at, value))
    return found


def days_until_full(values: Sequence[tuple[datetime, int]], full: int = 1000) -> int | None:
    """Return the days until a growing number reaches `full`, by linear regression over two weeks;
    None if it does not grow, or too little is known."""
    last = values[-14:]
    if len(last) < 3:
        return None
    xs = [(at - last[0][0]) / DAY for at, _ in last]
    ys = [value for _, value in last]
    x, y = sum(xs) / len(xs), sum(ys) / len(ys)
    slope = sum((a - x) * (b - y) for a, b in zip(xs, ys, strict=True)) / sum(
        (a - x) ** 2 for a in xs
    )
    return max(0, round((full - ys[-1]) / slope)) if slope > 0 else None
