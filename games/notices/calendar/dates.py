"""Dates in calendars, from apps above this one: they provide at start what a user's calendar has
beside the deadlines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from accounts.models import User


@dataclass(frozen=True, slots=True)
class Date:
    """A date in a calendar. `uid` stays the same when the rest changes; `changed_at` is when it
    last did, `version` grows with each change, `url` is an address of the site that begins with a
    slash."""

    uid: str
    title: str
    begins: datetime
    ends: datetime | None
    url: str
    changed_at: datetime
    words: str = ""
    version: int | None = None

    def is_ahead(self, now: datetime) -> bool:
        """Tell whether it is not over."""
        return (self.ends or self.begins) > now


Dates: TypeAlias = Callable[[User, datetime], Iterable[Date]]
"""A function of a user and the present: dates of that user's own."""
_known: list[Dates] = []


def provide(dates: Dates) -> None:
    """Register a function that knows dates of users."""
    if dates not in _known:
        _known.append(dates)


def of(user: User, now: datetime) -> list[Date]:
    """Return the dates of a user, the earliest first."""
    found = [date for function in _known for date in function(user, now)]
    return sorted(found, key=lambda date: (date.begins, date.uid))
