"""The site's numbers for the desk: label, value, fact, and a sparkline of thirty days."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.site import numbers

WIDE, HIGH, TOP = 120, 40, 4  # of a plot, and its margin
SLOW_LIMIT, DISK_LIMIT, SOON = 200, 1000, 30  # milliseconds, thousandths, days

Told = Sequence[tuple[datetime, int]]


@dataclass(frozen=True)
class Figure:
    """One of the site's numbers."""

    label: str
    value: str
    fact: str
    line: str
    """The path of the plot's line; "" with too few values."""
    area: str
    dot: float
    """The height of the newest value in the plot."""
    limit: float | None = None
    warns: bool = False


def part_name(name: str) -> str:
    """Return the name of a part in words."""
    return {
        "database": _("Database"),
        "redis": _("Redis"),
        "sharing": _("Redis for this site alone"),
        "worker": _("Worker"),
        "bots": _("Bots"),
        "beat": _("Scheduler"),
        "disk": _("Disk"),
        "mail": _("Mail"),
        "backup": _("Backup"),
    }.get(name, name)


def all_of(now: datetime) -> list[Figure]:
    """Return the numbers in display order."""
    told = numbers.days(now)
    return [
        _counted(_("People a day"), told.get("people", ())),
        _counted(_("Games a day"), told.get("games", ())),
        _counted(_("Moves a day"), told.get("moves", ())),
        _slow(told.get("slow", ())),
        _mails(told.get("mails", ()), told.get("failed", ())),
        _bots(told.get("bots", ())),
        _errors(told.get("errors", ())),
        _disk(told.get("disk", ())),
    ]


def _last(told: Told) -> int:
    return told[-1][1] if told else 0


def _counted(label: str, told: Told) -> Figure:
    most = max((value for _at, value in told), default=0)
    return _figure(label, f"{_last(told)}", _("most %(count)s") % {"count": most}, told)


def _slow(told: Told) -> Figure:
    value = f"{_last(told)} ms" if told else "–"
    fact = _("limit %(count)s") % {"count": SLOW_LIMIT}
    late = _last(told) > SLOW_LIMIT and len(told) > 1  # the first pages of a site are slower
    return _figure(_("Slow answers"), value, fact, told, limit=SLOW_LIMIT, warns=late)


def _mails(told: Told, failed: Told) -> Figure:
    bad = _last(failed)
    fact = ngettext("%(count)s given up", "%(count)s given up", bad) % {"count": bad}
    return _figure(_("Mails a day"), f"{_last(told)}", fact, told, warns=bool(bad))


def _bots(told: Told) -> Figure:
    late = _last(told)
    most = max((value for _at, value in told), default=0)
    fact = _("most %(count)s") % {"count": most}
    return _figure(_("Waiting for bots"), f"{late} s", fact, told, warns=late > 60)


def _errors(told: Told) -> Figure:
    count = _last(told)
    fact = _("see the logs") if count else _("none today")
    return _figure(_("Errors a day"), f"{count}", fact, told, warns=bool(count))


def _disk(told: Told) -> Figure:
    value = f"{_last(told) / 10:.0f} %" if told else "–"
    days = numbers.days_until_full(told)
    soon = (days is not None and days < SOON) or _last(told) > 950
    if days is None or days > 365:
        fact = _("enough space") if not soon else _("nearly full")
    else:
        fact = ngettext("full in %(count)s day", "full in %(count)s days", days) % {"count": days}
    return _figure(_("Disk"), value, fact, told, limit=DISK_LIMIT, warns=soon)


def _figure(
    label: str, value: str, fact: str, told: Told, *, limit: int | None = None, warns: bool = False
) -> Figure:
    """Return a number with its plot, which begins further right if it has less than a month."""
    if not told:
        return Figure(label, value, fact, "", "", HIGH, None, warns)
    most = max(limit or 0, *(each for _at, each in told), 1)
    first = told[-1][0] - (numbers.SHOWN - 1) * numbers.DAY
    xs = [WIDE * ((at - first) / numbers.DAY) / (numbers.SHOWN - 1) for at, _each in told]
    ys = [_height(each, most) for _at, each in told]
    points = " L".join(f"{x:.1f} {y:.1f}" for x, y in zip(xs, ys, strict=True))
    line = f"M{points}" if len(told) > 1 else ""
    area = f"{line} V{HIGH} H{xs[0]:.1f} Z" if line else ""
    height = _height(limit, most) if limit else None
    return Figure(label, value, fact, line, area, round(ys[-1], 1), height, warns)


def _height(value: int, most: int) -> float:
    return round(HIGH - (HIGH - TOP) * value / most, 1)
