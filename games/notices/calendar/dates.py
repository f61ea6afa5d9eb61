"""Dates in calendars besides deadlines, from apps above this one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from accounts.models import User


@dataclass(frozen=True, slots=True)
class Date:
    """A date in a calendar. `uid` does not change; `changed_at` and `version` grow with each
    change; `url` is a path."""

    uid: str
    title: str
    begins: datetime
    ends: datetime | None
    url: str
    changed_at: datetime
    words: str = ""
    version: int | None = None

    def is_ahead(self, now: datetime) -> bool:
        """Return whether the date is not over."""
        return (self.ends or self.begins) > now


Dates: TypeAlias = Callable[[User, datetime], Iterable[Date]]
"""A function of user and now: the user's dates."""
_known: list[Dates] = []


def provide(dates: Dates) -> None:
    """Register a source of dates."""
    if dates not in _known:
        _known.append(dates)


def of(user: User, now: datetime) -> list[Date]:
    """Return the dates of a user, earliest first."""
    found = [date for function in _known for date in function(user, now)]
    return sorted(found, key=lambda date: (date.begins, date.uid))
