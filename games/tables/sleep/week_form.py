"""A week as its page shows it, and as its form sends it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.dates import WEEKDAYS, WEEKDAYS_ABBR
from django.utils.translation import gettext as _

from games.kernel import awake_hours
from games.kernel.awake_hours import Day
from games.tables.sleep.errors import Refused

STEP = 30  # minutes between the times that can be chosen
TIMES = tuple(
    f"{minute // 60:02}:{minute % 60:02}" for minute in range(0, awake_hours.MINUTES, STEP)
)
TENTHS = 10  # units of a strip an hour, whose width is 240


def time(minute: int) -> str:
    """Return a minute of a day as a clock shows it: "07:00"; the last midnight is "24:00"."""
    return f"{minute // 60:02}:{minute % 60:02}"


def amount(minutes: int) -> str:
    """Return a number of minutes in hours: "63 h", "47 h 30"."""
    hours, rest = divmod(minutes, 60)
    if rest:
        return _("%(hours)s h %(minutes)02d") % {"hours": hours, "minutes": rest}
    return _("%(hours)s h") % {"hours": hours}


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a strip: where it begins, and how long it is."""

    x: str
    width: str


@dataclass(frozen=True, slots=True)
class Line:
    """A day of the week with its fields. `now` is where the hand stands, "" on other days."""

    number: int
    day: Day
    now: str = ""
    error: str = ""

    @property
    def short(self) -> str:
        """Return the name of the day in a few letters."""
        return str(WEEKDAYS_ABBR[self.number])

    @property
    def name(self) -> str:
        """Return the name of the day."""
        return str(WEEKDAYS[self.number])

    @property
    def start(self) -> str:
        """Return when sleep begins."""
        return time(self.day.start)

    @property
    def end(self) -> str:
        """Return when sleep ends."""
        return time(self.day.end)

    @property
    def blocks(self) -> list[Block]:
        """Return the hours asleep as parts of the strip."""
        return [Block(_at(start), _at(end - start)) for start, end in _asleep(self.day)]

    @property
    def words(self) -> str:
        """Return the same for those who listen: "asleep 0:00 to 7:00, 23:00 to 24:00"."""
        if self.day.free:
            return _("free all day")
        spans = [
            _("%(start)s to %(end)s") % {"start": time(start), "end": time(end)}
            for start, end in self.day.asleep_spans
        ]
        return _("asleep %(spans)s") % {"spans": ", ".join(spans)} if spans else _("awake all day")


def _asleep(day: Day) -> Sequence[awake_hours.Span]:
    return () if day.free else day.asleep_spans


def _at(minutes: int) -> str:
    return f"{minutes * TENTHS / 60:g}"


def lines(week: Sequence[Day], today: int, minute: int, error: Refused | None) -> list[Line]:
    """Return the days of a week; at this minute of today it is now."""
    return [
        Line(
            number,
            day,
            _at(minute) if number == today else "",
            str(error.sentence) if error and error.field == f"day{number}" else "",
        )
        for number, day in enumerate(week)
    ]


def week_from_form(data: Mapping[str, str]) -> tuple[Day, ...]:
    """Return the week that a form has sent. Raises Refused for times that no form of ours has."""
    return tuple(_day(data, number) for number in range(7))


def _day(data: Mapping[str, str], number: int) -> Day:
    if data.get(f"free{number}") == "on":
        return Day(free=True)
    start, end = data.get(f"from{number}", ""), data.get(f"until{number}", "")
    if start not in TIMES or end not in TIMES:
        raise Refused(_("Choose when you fall asleep and when you wake up."), f"day{number}")
    return Day(TIMES.index(start) * STEP, TIMES.index(end) * STEP)


def week_words(week: Sequence[Day]) -> list[str]:
    """Return a week in lines, equal days together: "Mon to Thu: asleep 00:00 to 07:00"."""
    found: list[tuple[int, int]] = []
    for number, day in enumerate(week):
        if found and week[found[-1][0]] == day:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return [
        _("%(days)s: %(hours)s")
        % {"days": _range(first, last), "hours": Line(first, week[first]).words}
        for first, last in found
    ]


def _range(first: int, last: int) -> str:
    if first == last:
        return str(WEEKDAYS[first])
    return _("%(first)s to %(last)s") % {"first": WEEKDAYS[first], "last": WEEKDAYS[last]}


def limits_words() -> str:
    """Return what a week may take at most, in words."""
    facts = {"most": amount(awake_hours.MOST_ASLEEP_A_WEEK), "days": awake_hours.MOST_FREE}
    return _("Up to %(most)s of sleep and %(days)s days off a week") % facts


def spent_words(week: Sequence[Day]) -> str:
    """Return what a week takes of the limits: "47 h 30 of 63 h asleep · 1 of 2 days free"; the
    limits themselves of one that takes nothing."""
    asleep, free = sum(day.asleep for day in week), sum(day.free for day in week)
    if not asleep and not free:
        return limits_words()
    return _("%(asleep)s of %(most)s asleep · %(free)s of %(days)s days free") % {
        "asleep": amount(asleep),
        "most": amount(awake_hours.MOST_ASLEEP_A_WEEK),
        "free": free,
        "days": awake_hours.MOST_FREE,
    }
