"""The time zones to choose from: by continent, each with its hours from UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import groupby

from games import zones

CONTINENTS = frozenset(
    "Africa America Antarctica Arctic Asia Atlantic Australia Europe Indian Pacific".split()
)


@dataclass(frozen=True, slots=True)
class Choice:
    """A zone, and how it is called."""

    name: str
    label: str


def groups(now: datetime) -> list[tuple[str, list[Choice]]]:
    """Return all zones that are named for a place, by continent, and UTC; in what differs from UTC
    as things are today."""
    return _groups(now.replace(hour=0, minute=0, second=0, microsecond=0))


@lru_cache(2)
def _groups(day: datetime) -> list[tuple[str, list[Choice]]]:
    places = sorted(name for name in zones.names() if name.split("/")[0] in CONTINENTS)
    found = [("UTC", [Choice("UTC", "UTC")])]
    for continent, names in groupby(places, key=lambda name: name.split("/")[0]):
        found.append((continent, [Choice(name, label(name, day)) for name in names]))
    return found


def label(name: str, now: datetime) -> str:
    """Return how a zone is called: "Prague, UTC+1"."""
    if name == "UTC":
        return name
    place = ", ".join(reversed(name.split("/")[1:] or [name])).replace("_", " ")
    return f"{place}, {_offset(now.astimezone(zones.known(name)).utcoffset() or timedelta())}"


def _offset(offset: timedelta) -> str:
    minutes = round(offset.total_seconds() / 60)
    hours, rest = divmod(abs(minutes), 60)
    sign = "−" if minutes < 0 else "+"
    return f"UTC{sign}{hours}" + (f":{rest:02}" if rest else "")
