"""The calendar of a month for a reader."""

from __future__ import annotations

from calendar import Calendar
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.utils import formats, translation

MONDAY, SUNDAY = 0, 6


@dataclass(frozen=True, slots=True)
class Cell:
    """A day of the month. `link`: whether it has deals to show."""

    date: date
    played: int
    today: bool
    later: bool
    link: bool


def weeks(
    month: date, today: date, played: Mapping[date, int], since: date | None
) -> list[list[Cell | None]]:
    """Return the weeks of a month, with None for days of other months. `since`: the date of the
    first deals. The first day of a week is the language's; in plain English Monday."""
    return [
        [
            Cell(
                day,
                played.get(day, 0),
                day == today,
                day > today,
                since is not None and since <= day < today,
            )
            if day.month == month.month
            else None
            for day in week
        ]
        for week in Calendar(_first()).monthdatescalendar(month.year, month.month)
    ]


def _first() -> int:
    if translation.get_language() == "en":
        return MONDAY
    return (int(formats.get_format("FIRST_DAY_OF_WEEK")) + SUNDAY) % 7
