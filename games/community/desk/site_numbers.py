"""The site's numbers for the desk: label, value, fact, and a sparkline of thirty days."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.site import numbers

WIDTH, HEIGHT, MARGIN = 120, 40, 4  # of a plot
SLOW_LIMIT, DISK_LIMIT, SOON = 200, 1000, 30  # milliseconds, thousandths, days

Series = Sequence[tuple[datetime, int]]


@dataclass(frozen=True)
class Figure:
    """One of the site's numbers."""

    label: str
    value: str
    fact: str
    line: str
    """The SVG path of the plot's line; "" with too few values."""
    area: str
    dot: float
    """The height of the newest value in the plot."""
    limit: float | None = None
    warns: bool = False


def part_name(name: str) -> str:
    """Return the label of a part."""
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
    series = numbers.days(now)
    return [
        _counted(_("People a day"), series.get("people", ())),
        _counted(_("Games a day"), series.get("games", ())),
        _counted(_("Moves a day"), series.get("moves", ())),
        _slow(series.get("slow", ())),
        _mails(series.get("mails", ()), series.get("failed", ())),
        _bots(series.get("bots", ())),
        _errors(series.get("errors", ())),
        _disk(series.get("disk", ())),
    ]


def _last(series: Series) -> int:
    return series[-1][1] if series else 0


def _counted(label: str, series: Series) -> Figure:
    most = max((value for _at, value in series), default=0)
    return _figure(label, f"{_last(series)}", _("most %(count)s") % {"count": most}, series)


def _slow(series: Series) -> Figure:
    value = f"{_last(series)} ms" if series else "–"
    fact = _("limit %(count)s") % {"count": SLOW_LIMIT}
    late = _last(series) > SLOW_LIMIT and len(series) > 1  # the first pages of a site are slower
    return _figure(_("Slow answers"), value, fact, series, limit=SLOW_LIMIT, warns=late)


def _mails(series: Series, failed: Series) -> Figure:
    bad = _last(failed)
    fact = ngettext("%(count)s given up", "%(count)s given up", bad) % {"count": bad}
    return _figure(_("Mails a day"), f"{_last(series)}", fact, series, warns=bool(bad))


def _bots(series: Series) -> Figure:
    late = _last(series)
    most = max((value for _at, value in series), default=0)
    fact = _("most %(count)s") % {"count": most}
    return _figure(_("Waiting for bots"), f"{late} s", fact, series, warns=late > 60)


def _errors(series: Series) -> Figure:
    count = _last(series)
    fact = _("see the logs") if count else _("none today")
    return _figure(_("Errors a day"), f"{count}", fact, series, warns=bool(count))


def _disk(series: Series) -> Figure:
    value = f"{_last(series) / 10:.0f} %" if series else "–"
    days = numbers.days_until_full(series)
    soon = (days is not None and days < SOON) or _last(series) > 950
    if days is None or days > 365:
        fact = _("enough space") if not soon else _("nearly full")
    else:
        fact = ngettext("full in %(count)s day", "full in %(count)s days", days) % {"count": days}
    return _figure(_("Disk"), value, fact, series, limit=DISK_LIMIT, warns=soon)


def _figure(
    label: str,
    value: str,
    fact: str,
    series: Series,
    *,
    limit: int | None = None,
    warns: bool = False,
) -> Figure:
    """Return a number with its plot; a series of less than a month begins further right."""
    if not series:
        return Figure(label, value, fact, "", "", HEIGHT, None, warns)
    most = max(limit or 0, *(each for _at, each in series), 1)
    first = series[-1][0] - (numbers.DAYS_SHOWN - 1) * numbers.DAY
    xs = [WIDTH * ((at - first) / numbers.DAY) / (numbers.DAYS_SHOWN - 1) for at, _each in series]
    ys = [_height(each, most) for _at, each in series]
    points = " L".join(f"{x:.1f} {y:.1f}" for x, y in zip(xs, ys, strict=True))
    line = f"M{points}" if len(series) > 1 else ""
    area = f"{line} V{HEIGHT} H{xs[0]:.1f} Z" if line else ""
    height = _height(limit, most) if limit else None
    return Figure(label, value, fact, line, area, round(ys[-1], 1), height, warns)


def _height(value: int, most: int) -> float:
    return round(HEIGHT - (HEIGHT - MARGIN) * value / most, 1)
