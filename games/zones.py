"""Time zones by name, as the kernel counts with them.

The rules come from the package `tzdata`, whose version is fixed with this release, and not from the
machine: all processes of a site must reckon a deadline alike.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from pathlib import Path
from zoneinfo import ZoneInfo

import tzdata

from games import epoch
from games.kernel.awake_hours import DAY, Hours, Rules, Zone

PACKAGE = Path(tzdata.__file__).parent
BEFORE, AFTER = 1, 3  # years around a moment whose changes of the clock are found


@cache
def names() -> frozenset[str]:
    """Return the names of all time zones."""
    return frozenset((PACKAGE / "zones").read_text().split())


def hours(rules: Rules, since: int) -> Hours:
    """Return a player's rules with those of the zone, good for counting from this moment on. No
    turn takes longer than the three years that are looked at."""
    return Hours(rules, zone_at(rules.zone, since))


def zone_at(name: str, since: int) -> Zone:
    """Return the rules of a zone, good for counting from this moment on."""
    return zone(name, epoch.moment(since).year)


@lru_cache(1024)
def zone(name: str, year: int) -> Zone:
    """Return the rules of a zone for the years around this one; those of UTC if there is no such
    zone any more."""
    info = known(name)
    at = epoch.milliseconds(datetime(year - BEFORE, 1, 1, tzinfo=UTC))
    end = epoch.milliseconds(datetime(year + AFTER, 1, 1, tzinfo=UTC))
    changes, offsets = [], [_offset(info, at)]
    # No zone changes its clocks twice within a day.
    while at < end:
        if _offset(info, at + DAY) != offsets[-1]:
            changes.append(_change(info, at, at + DAY))
            offsets.append(_offset(info, at + DAY))
        at += DAY
    return Zone(tuple(changes), tuple(offsets))


@lru_cache(1024)
def known(name: str) -> ZoneInfo:
    """Return the time zone of this name; UTC if there is none, or none any more."""
    if name not in names():
        name = "UTC"
    with PACKAGE.joinpath("zoneinfo", *name.split("/")).open("rb") as file:
        return ZoneInfo.from_file(file, key=name)


def _offset(zone: ZoneInfo, at: int) -> int:
    return (epoch.moment(at).astimezone(zone).utcoffset() or timedelta()) // epoch.MILLISECOND


def _change(zone: ZoneInfo, before: int, after: int) -> int:
    """Return the moment between two others from which on the later offset holds."""
    new = _offset(zone, after)
    while after - before > 1:
        middle = (before + after) // 2
        before, after = (before, middle) if _offset(zone, middle) == new else (middle, after)
    return after
