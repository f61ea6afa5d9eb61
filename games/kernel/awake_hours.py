"""The hours that count on a clock by correspondence: those in which the player is awake.

A moment counts if the clock on the player's wall shows a time at which the player is awake. Wall
time follows from the rules of a zone, which the caller passes as a value. So an hour that summer
time repeats is slept through twice or counts twice, one that it skips does neither, and whatever
lies between two moments is the sum of its parts.

Moments are milliseconds since 1970 in UTC. Days are numbered from 1 January 1970, a Thursday, as
the player's calendar has them; weekdays from 0, Monday; minutes from the midnight of a day.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, takewhile
from typing import TypeAlias

MINUTE, DAY = 60_000, 86_400_000
MINUTES = 1440  # of a day
MOST_ASLEEP = 16 * 60  # minutes of a day: eight hours are left
MOST_ASLEEP_A_WEEK = 63 * 60  # minutes: nine hours a night
MOST_FREE = 2  # days of a week
MOST_AWAY, YEAR = 120, 365  # so many days away in so many days
FOREVER = 3650 * DAY  # a clock stands so long if nobody knows when it will run again
FAR = 15 * DAY  # a player awake for longer is not said to sleep again

Span: TypeAlias = tuple[int, int]
"""From a moment to another that no longer belongs to it."""
Days: TypeAlias = tuple[int, int]
"""The first and the last of some days, by number."""


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the week: asleep from one minute until another, past midnight if the second is the
    smaller one; awake all day if they are equal. On a free day the clock stands."""

    start: int = 0
    end: int = 0
    free: bool = False

    @property
    def asleep(self) -> int:
        """Return the minutes that the player sleeps; none on a free day."""
        return 0 if self.free else (self.end - self.start) % MINUTES

    @property
    def asleep_spans(self) -> tuple[Span, ...]:
        """Return the minutes of this day at which the player sleeps, as spans."""
        if self.start <= self.end:
            return ((self.start, self.end),) if self.start < self.end else ()
        early: tuple[Span, ...] = ((0, self.end),) if self.end else ()
        return (*early, (self.start, MINUTES))

    @property
    def awake_spans(self) -> tuple[Span, ...]:
        """Return the minutes of this day at which the player is awake, as spans."""
        if self.free:
            return ()
        edges = [0, *(edge for span in self.asleep_spans for edge in span), MINUTES]
        return tuple(
            (edges[at], edges[at + 1])
            for at in range(0, len(edges), 2)
            if edges[at] < edges[at + 1]
        )


@dataclass(frozen=True, slots=True)
class Rules:
    """A player's waking hours: the name of the zone, seven days from Monday, and the days away."""

    zone: str
    week: tuple[Day, ...]
    away: tuple[Days, ...] = ()

    def __post_init__(self) -> None:
        """Refuse rules under which no clock would ever run out."""
        if len(self.week) != 7 or not any(day.awake_spans for day in self.week):
            raise ValueError("a week has seven days, and on one of them somebody is awake")

    @property
    def asleep(self) -> int:
        """Return the minutes asleep in a week, without its free days."""
        return sum(day.asleep for day in self.week)

    @property
    def free(self) -> int:
        """Return the number of free days in a week."""
        return sum(day.free for day in self.week)

    @property
    def always(self) -> bool:
        """Tell whether every minute counts."""
        return not self.away and not self.asleep and not self.free

    def is_away(self, day: int) -> bool:
        """Tell whether this day is one of the days away."""
        return any(first <= day <= last for first, last in self.away)

    def awake_on(self, day: int) -> tuple[Span, ...]:
        """Return the minutes of a day at which the player is awake, as spans."""
        return () if self.is_away(day) else self.week[weekday(day)].awake_spans


ALWAYS = Rules("UTC", (Day(),) * 7)
"""The rules under which every minute counts."""


@dataclass(frozen=True, slots=True)
class Zone:
    """The rules of a time zone for some years: the moments at which its clocks are changed, rising,
    and by how many milliseconds they are ahead of UTC, before the first change and after each."""

    changes: tuple[int, ...]
    offsets: tuple[int, ...]

    def local(self, at: int) -> int:
        """Return the local time, in milliseconds since 1 January 1970 by the same clock."""
        return at + self.offsets[bisect_right(self.changes, at)]


UTC = Zone((), (0,))


@dataclass(frozen=True, slots=True)
class Hours:
    """A player's rules, those of the zone, and spans in which all clocks of the house stand,
    rising and apart; one without an end yet lasts FOREVER. From `until` on the player's clock runs
    day and night."""

    rules: Rules
    zone: Zone
    stands: tuple[Span, ...] = ()
    until: int | None = None


def weekday(day: int) -> int:
    """Return the weekday of a day."""
    return (day + 3) % 7


def counted(hours: Hours, since: int, until: int) -> int:
    """Return how many milliseconds between two moments count; 0 if `until` is the earlier one."""
    return sum(min(end, until) - start for start, end in _before(hours, since, until))


def runs_out(hours: Hours, since: int, left: int) -> int:
    """Return the first moment at which `left` milliseconds have counted."""
    if left <= 0:
        return since + left
    spans = _spans(hours, since)  # they have no end
    while True:
        start, end = next(spans)
        if end - start >= left:
            return start + left
        left -= end - start


def slept(hours: Hours, since: int, until: int) -> int:
    """Return how many milliseconds between two moments the clock stands for the player's sleep
    and days off."""
    return counted(_sleepless(hours), since, until) - counted(hours, since, until)


def used_up(hours: Hours, since: int, budget: int) -> int | None:
    """Return the first moment from another on at which so many milliseconds have been slept; None
    if that takes longer than a year, in which every turn ends."""
    if budget <= 0:
        return since
    at, awake = since, _sleepless(hours)
    for start, end in takewhile(lambda span: span[0] < since + YEAR * DAY, _spans(hours, since)):
        asleep = counted(awake, at, start)
        if asleep >= budget:
            return runs_out(awake, at, budget)
        at, budget = end, budget - asleep
    return None


def _sleepless(hours: Hours) -> Hours:
    return Hours(ALWAYS, hours.zone, hours.stands)


def stretches(hours: Hours, since: int, until: int) -> list[Span]:
    """Return the spans between two moments that count, as long as they can be."""
    found: list[Span] = []
    for start, end in _before(hours, since, until):
        if found and found[-1][1] == start:
            start = found.pop()[0]
        found.append((start, min(end, until)))
    return found


def next_change(hours: Hours, at: int) -> tuple[bool, int | None]:
    """Return whether the player is awake at a moment, and until when; None if for very long. Days
    off and days away count as sleep."""
    spans = _spans(hours, at)
    start, end = next(spans)
    if start > at:
        return False, start
    for later, last in spans:
        if later != end or end - at > FAR:
            break
        end = last
    return True, end if end - at <= FAR else None


def most_away(days: Iterable[Days], year: int = YEAR) -> int:
    """Return the greatest number of these days in a year of so many days on end. A day that is
    there twice counts once. Other units than days do as well."""
    booked: list[Days] = []
    for first, last in sorted(days):
        if booked and first <= booked[-1][1]:
            before = booked.pop()
            first, last = before[0], max(last, before[1])
        booked.append((first, last))
    starts = [first for first, _ in booked] + [last - year + 1 for _, last in booked]
    return max((_within(booked, start, start + year) for start in starts), default=0)


def _within(booked: Sequence[Days], start: int, end: int) -> int:
    return sum(max(0, min(last + 1, end) - max(first, start)) for first, last in booked)


def _before(hours: Hours, since: int, until: int) -> Iterator[Span]:
    """Yield the counting spans from a moment on that begin before another."""
    return takewhile(lambda span: span[0] < until, _spans(hours, since))


def _spans(hours: Hours, since: int) -> Iterator[Span]:
    """Yield the spans that count from a moment on, without an end. None is longer than a day; one
    may begin where another ends."""
    for start, end in hours.stands:
        if end <= since:
            continue
        for first, last in takewhile(lambda span: span[0] < start, _awake(hours, since)):  # noqa: B023
            yield first, min(last, start)
        since = max(since, end)
    yield from _awake(hours, since)


def _awake(hours: Hours, since: int) -> Iterator[Span]:
    """Return the spans in which the player is awake from a moment on, without an end."""
    found, limit = _by_rules(hours, since), hours.until
    if limit is None:
        return found
    before = takewhile(lambda span: span[0] < limit, found)
    cut = ((start, min(end, limit)) for start, end in before)
    return chain(cut, _steady(ALWAYS, 0, max(since, limit), None))


def _by_rules(hours: Hours, since: int) -> Iterator[Span]:
    """Yield the spans in which the rules say that the player is awake, without an end."""
    zone = hours.zone
    at = bisect_right(zone.changes, since)
    for offset, change in zip(zone.offsets[at:], (*zone.changes[at:], None), strict=True):
        yield from _steady(hours.rules, offset, since, change)
        if change is not None:
            since = change


def _steady(rules: Rules, offset: int, since: int, until: int | None) -> Iterator[Span]:
    """Yield the spans that count between two moments while the zone's clocks are not changed."""
    day = (since + offset) // DAY
    while until is None or day * DAY - offset < until:
        midnight = day * DAY - offset
        for first, last in rules.awake_on(day):
            start, end = max(since, midnight + first * MINUTE), midnight + last * MINUTE
            end = end if until is None else min(end, until)
            if start < end:
                yield start, end
        day += 1


# --- as text ---


def text(rules: Rules) -> str:
    """Return rules as the text that is stored."""
    week = [None if day.free else [day.start, day.end] for day in rules.week]
    return json.dumps([rules.zone, week, rules.away], separators=(",", ":"))


@lru_cache(4096)
def parse(stored: str) -> Rules:
    """Return the rules of a stored text."""
    zone, week, away = json.loads(stored)
    days = tuple(Day(free=True) if day is None else Day(*day) for day in week)
    return Rules(zone, days, tuple((first, last) for first, last in away))
