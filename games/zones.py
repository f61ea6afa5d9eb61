"""Time zones by name, also for the kernel. The rules come from the package `tzdata`, whose version
is pinned, not from the machine: all processes of a site must compute the same deadlines."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from pathlib import Path
from zoneinfo import ZoneInfo

import tzdata

from games import epoch
from games.kernel.awake_hours import DAY, Hours, Rules, Zone

PACKAGE = Path(tzdata.__file__).parent
BEFORE, AFTER = 1, 3  # years around a moment for which the changes are known


@cache
def names() -> frozenset[str]:
    """Return the names of all time zones."""
    return frozenset((PACKAGE / "zones").read_text().split())


def hours(rules: Rules, since: int) -> Hours:
    """Return a player's rules with those of the zone, valid from a moment on, for longer than a
    turn."""
    return Hours(rules, zone_at(rules.zone, since))


def zone_at(name: str, since: int) -> Zone:
    """Return the rules of a zone, valid from a moment on."""
    return zone(name, epoch.moment(since).year)


@lru_cache(1024)
def zone(name: str, year: int) -> Zone:
    """Return the rules of a zone for the years around one; those of UTC if it is unknown."""
    info = known(name)
    at = epoch.milliseconds(datetime(year - BEFORE, 1, 1, tzinfo=UTC))
    end = epoch.milliseconds(datetime(year + AFTER, 1, 1, tzinfo=UTC))
    changes, offsets = [], [_offset(info, at)]
    # no zone changes its clocks twice within a day
    while at < end:
        if _offset(info, at + DAY) != offsets[-1]:
            changes.append(_change(info, at, at + DAY))
            offsets.append(_offset(info, at + DAY))
        at += DAY
    return Zone(tuple(changes), tuple(offsets))


@lru_cache(1024)
def known(name: str) -> ZoneInfo:
    """Return the time zone of a name; UTC if it is unknown."""
    if name not in names():
        name = "UTC"
    with PACKAGE.joinpath("zoneinfo", *name.split("/")).open("rb") as file:
        return ZoneInfo.from_file(file, key=name)


def _offset(zone: ZoneInfo, at: int) -> int:
    return (epoch.moment(at).astimezone(zone).utcoffset() or timedelta()) // epoch.MILLISECOND


def _change(zone: ZoneInfo, before: int, after: int) -> int:
    """Return the moment between two others at which the offset changes."""
    new = _offset(zone, after)
    while after - before > 1:
        middle = (before + after) // 2
        before, after = (before, middle) if _offset(zone, middle) == new else (middle, after)
    return after
