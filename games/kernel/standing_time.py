"""The maximum standing time of a clock in seven days, under a sequence of weekly rules.

A turn goes to its end by the week under which it began, so a week that has been changed is in use
for as long as such a turn runs. What is found is the most that turns could make of it, whenever
each of them ends. Moments are whole minutes since 1970; zones are as far from UTC as they are now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from games.kernel.awake_hours import MINUTES, Day, Span, weekday

WEEK = 7 * MINUTES
NEVER = -(10**9)  # no time that a clock has stood

Kind: TypeAlias = Callable[[Day], tuple[Span, ...]]
"""The minutes of a day at which a clock stands for one of the reasons."""


@dataclass(frozen=True, slots=True)
class Held:
    """A week, by how many minutes its zone is ahead of UTC, and between which moments turns begin
    under it."""

    week: tuple[Day, ...]
    ahead: int
    since: int
    until: int | None = None

    def begins(self, at: int) -> bool:
        """Tell whether a turn that begins at this moment follows this week."""
        return self.since <= at and (self.until is None or at < self.until)


def asleep(day: Day) -> tuple[Span, ...]:
    """Return the minutes of a day that are slept through."""
    return () if day.free else day.asleep_spans


def free(day: Day) -> tuple[Span, ...]:
    """Return the minutes of a day if it is free."""
    return ((0, MINUTES),) if day.free else ()


def too_long(held: Sequence[Held], kind: Kind, most: int) -> int:
    """Return the minutes of seven days for which a clock could stand since the last of these weeks
    was added; 0 if within the limit, or no longer than without that week.

    The weeks are in the order in which they hold.
    """
    *others, new = held
    if others:
        others[-1] = replace(others[-1], until=None)
    first, last = new.since - WEEK, new.since + 2 * WEEK
    stands = [list(_spans(each, kind, first, last)) for each in held]
    starts = _starts(held, stands, new.since)
    cuts = _cuts(stands, [*starts, *(each.since for each in held)], first, last)
    after = _Course(held, stands, cuts)
    before = _Course(others, stands[:-1], cuts)
    found = 0
    for start in starts:
        longest = after.most(start)
        if longest > max(most, found) and longest > before.most(start):
            found = longest
    return found


def _spans(held: Held, kind: Kind, first: int, last: int) -> Iterator[Span]:
    """Yield the spans between two moments in which a clock stands by a week, as long as they can
    be."""
    open_: Span | None = None
    for day in range((first + held.ahead) // MINUTES - 1, (last + held.ahead) // MINUTES + 1):
        midnight = day * MINUTES - held.ahead
        for start, end in kind(held.week[weekday(day)]):
            if open_ and open_[1] == midnight + start:
                open_ = (open_[0], midnight + end)
                continue
            if open_:
                yield open_
            open_ = (midnight + start, midnight + end)
    if open_:
        yield open_


def _starts(held: Sequence[Held], stands: Sequence[Sequence[Span]], since: int) -> list[int]:
    """Return where the seven days may begin in which a clock stands for longest: they begin or end
    with a span, or with a week."""
    edges = {each.since for each in held} | {start for spans in stands for start, _ in spans}
    ends = {each.since for each in held} | {end for spans in stands for _, end in spans}
    edges |= {end - WEEK for end in ends}
    return sorted(edge for edge in edges if since - WEEK <= edge <= since + WEEK)


def _cuts(
    stands: Sequence[Sequence[Span]], edges: Sequence[int], first: int, last: int
) -> list[int]:
    cuts = {edge for spans in stands for span in spans for edge in span}
    cuts |= {moment for edge in edges for moment in (edge, edge + WEEK)}
    return sorted(cut for cut in cuts if first <= cut <= last)


class _Course:
    """The maximum that turns can reach under these weeks, between one cut and the next."""

    def __init__(
        self, held: Sequence[Held], stands: Sequence[Sequence[Span]], cuts: Sequence[int]
    ) -> None:
        self.cuts, self.held, self.at = cuts, held, {cut: at for at, cut in enumerate(cuts)}
        self.begins = [[each.begins(cut) for each in held] for cut in cuts]
        self.lengths = [[0] * len(held) for _ in cuts]
        for number, spans in enumerate(stands):
            for start, end in spans:
                for at in range(self.at.get(start, 0), self.at.get(end, len(cuts) - 1)):
                    if start <= cuts[at] < end:
                        self.lengths[at][number] = cuts[at + 1] - cuts[at]

    def most(self, start: int) -> int:
        """Return for how many minutes a clock can stand in the seven days from a cut on."""
        best = [0 if each.since <= start else NEVER for each in self.held]
        for at in range(self.at[start], self.at[start + WEEK]):
            longest, begins, lengths = 0, self.begins[at], self.lengths[at]
            for number, stood in enumerate(best):
                longest = max(longest, stood)
                best[number] = (longest if begins[number] else stood) + lengths[number]
        return max(best, default=0)
