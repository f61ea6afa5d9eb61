"""Coordinates for charts of ratings: the bar of an interval, the line of a history. Pure; templates
draw.

Coordinates are per cent, or thousandths of a stretched picture, as text: SVG takes no decimal
comma.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils.formats import date_format
from django.utils.translation import gettext as _

POINTS = 80  # of a line; with more games the last of each group
LABELS = 6
STEPS = (20, 50, 100, 200, 500, 1000, 2000, 5000)
MARGIN = 60  # least space above and below, so that small steps look small


@dataclass(frozen=True, slots=True)
class Tick:
    """A label on an axis."""

    at: str
    """Per cent."""
    label: str


@dataclass(frozen=True, slots=True)
class Scale:
    """A range of values, and the labels along it."""

    low: float
    high: float
    ticks: tuple[Tick, ...] = ()

    def at(self, value: float) -> float:
        """Return the position of a value, from 0 to 1."""
        return (value - self.low) / (self.high - self.low)


@dataclass(frozen=True, slots=True)
class Bar:
    """An interval on a scale: start, width, and value, in per cent."""

    start: str
    width: str
    middle: str


@dataclass(frozen=True, slots=True)
class Point:
    """A rating after a game."""

    at: datetime
    value: int
    deviation: int


@dataclass(frozen=True, slots=True)
class Chart:
    """A history: the line and the outline of the tint (in thousandths), labels, the last point."""

    line: str
    tint: str
    values: tuple[Tick, ...]
    times: tuple[Tick, ...]
    end: Tick
    points: tuple[Point, ...]

    @property
    def words(self) -> str:
        """Return the history in a sentence, as the alternative text."""
        first, last = self.points[0], self.points[-1]
        values = {
            "from": first.value,
            "to": last.value,
            "first": date_format(first.at, "j F Y"),
            "last": date_format(last.at, "j F Y"),
        }
        return _("Rating from %(from)s on %(first)s to %(to)s on %(last)s") % values


def scale(intervals: Iterable[tuple[int, int]]) -> Scale:
    """Return the scale of intervals (value, deviation), with ticks at round numbers."""
    ends = [(value - deviation, value + deviation) for value, deviation in intervals]
    low, high = min(end[0] for end in ends), max(end[1] for end in ends)
    step = next((step for step in STEPS if high - low <= 3 * step), STEPS[-1])
    low, high = low // step * step, -(-high // step) * step
    found = Scale(low, max(high, low + step))
    return Scale(found.low, found.high, _value_ticks(found, step))


def bar(scale: Scale, value: int, deviation: int) -> Bar:
    """Return the interval of a value on a scale."""
    start, end = scale.at(value - deviation), scale.at(value + deviation)
    return Bar(_percent(start), _percent(end - start), _percent(scale.at(value)))


def share(parts: Sequence[int]) -> tuple[Bar, ...]:
    """Return numbers as parts of one bar."""
    whole, before, bars = sum(parts) or 1, 0, []
    for part in parts:
        bars.append(Bar(_percent(before / whole), _percent(part / whole), ""))
        before += part
    return tuple(bars)


def history(points: Sequence[Point]) -> Chart | None:
    """Return the chart of a history; None below two points."""
    if len(points) < 2:
        return None
    points = fewer(points)
    values, times = _heights(points), _times(points)
    places = [(1000 * x, values, point) for x, point in zip(times, points, strict=True)]
    upper = [
        f"{x:.0f},{_height(scale, point.value + point.deviation)}" for x, scale, point in places
    ]
    lower = [
        f"{x:.0f},{_height(scale, point.value - point.deviation)}" for x, scale, point in places
    ]
    return Chart(
        line=" ".join(f"{x:.0f},{_height(scale, point.value)}" for x, scale, point in places),
        tint=" ".join([*upper, *reversed(lower)]),
        values=tuple(
            Tick(_percent(1 - values.at(int(tick.label))), tick.label) for tick in values.ticks
        ),
        times=_dates(points),
        end=Tick(_percent(1 - values.at(points[-1].value)), str(points[-1].value)),
        points=tuple(points),
    )


def fewer(points: Sequence[Point]) -> Sequence[Point]:
    """Return the first point, and the last of each group: POINTS + 1 at most."""
    games = points[1:]
    group = -(-len(games) // POINTS)
    return [
        points[0],
        *[games[min(end, len(games)) - 1] for end in range(group, len(games) + group, group)],
    ]


def _heights(points: Sequence[Point]) -> Scale:
    """Return a scale for the line with some of the tint; all of a beginner's would flatten the
    line."""
    room = max(MARGIN, min(point.deviation for point in points) * 1.3)
    low, high = (
        min(point.value for point in points) - room,
        max(point.value for point in points) + room,
    )
    step = next((step for step in STEPS if high - low <= 5 * step), STEPS[-1])
    return Scale(low, high, _value_ticks(Scale(low, high), step))


def _value_ticks(scale: Scale, step: int) -> tuple[Tick, ...]:
    first = -(-int(scale.low) // step) * step
    return tuple(
        Tick(_percent(scale.at(value)), str(value))
        for value in range(first, int(scale.high) + 1, step)
    )


def _times(points: Sequence[Point]) -> list[float]:
    """Return the position of each point, from 0 to 1: by time, or evenly if all are within two
    days."""
    first, span = points[0].at, points[-1].at - points[0].at
    if span < timedelta(days=2):
        return [number / (len(points) - 1) for number in range(len(points))]
    return [(point.at - first) / span for point in points]


def _dates(points: Sequence[Point]) -> tuple[Tick, ...]:
    first, last = points[0].at, points[-1].at
    if last - first < timedelta(days=2):
        ends = [Tick(_percent(0), date_format(first, "j M"))]
        return tuple(
            ends
            if first.date() == last.date()
            else [*ends, Tick(_percent(1), date_format(last, "j M"))]
        )
    days, form = _days(first.date(), last.date())
    begin = datetime(first.year, first.month, first.day, tzinfo=first.tzinfo)
    along = [(begin + (day - first.date()) - first) / (last - first) for day in days]
    return tuple(
        Tick(_percent(x), date_format(day, form))
        for x, day in zip(along, days, strict=True)
        if 0 <= x <= 0.97
    )


def _days(first: date, last: date) -> tuple[list[date], str]:
    """Return the labelled days, and the format of the labels: days, months or years."""
    span = (last - first).days
    if span < 28 * LABELS // 2:
        step = -(-span // LABELS) or 1
        return [first + timedelta(days=number) for number in range(0, span + 1, step)], "j M"
    months = [
        date(year, month, 1) for year in range(first.year, last.year + 1) for month in range(1, 13)
    ]
    months = [day for day in months if first - timedelta(days=31) < day <= last]
    if len(months) <= 3 * LABELS:
        return months[:: -(-len(months) // LABELS)], "M"
    years = [day for day in months if day.month == 1]
    return years[:: -(-len(years) // LABELS)], "Y"


def _height(scale: Scale, value: float) -> str:
    return f"{1000 * (1 - scale.at(value)):.0f}"


def _percent(share: float) -> str:
    return f"{100 * share:.2f}%"
