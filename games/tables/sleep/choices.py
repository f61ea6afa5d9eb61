"""The time zones to choose from: by continent, each with its hours from UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import groupby

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from games import zones

CONTINENTS = {
    "Africa": gettext_lazy("Africa"),
    "America": gettext_lazy("America"),
    "Antarctica": gettext_lazy("Antarctica"),
    "Arctic": gettext_lazy("The Arctic"),
    "Asia": gettext_lazy("Asia"),
    "Atlantic": gettext_lazy("The Atlantic"),
    "Australia": gettext_lazy("Australia"),
    "Europe": gettext_lazy("Europe"),
    "Indian": gettext_lazy("The Indian Ocean"),
    "Pacific": gettext_lazy("The Pacific"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """A zone, and its name: a place as tzdata spells it, which is not translated."""

    name: str
    label: str


def groups(now: datetime) -> list[tuple[str | Promise, list[Choice]]]:
    """Return all zones that are named for a place, by continent, and UTC; in what differs from UTC
    as things are today."""
    return _groups(now.replace(hour=0, minute=0, second=0, microsecond=0))


@lru_cache(2)
def _groups(day: datetime) -> list[tuple[str | Promise, list[Choice]]]:
    places = sorted(name for name in zones.names() if name.split("/")[0] in CONTINENTS)
    found: list[tuple[str | Promise, list[Choice]]] = [("UTC", [Choice("UTC", "UTC")])]
    for continent, names in groupby(places, key=lambda name: name.split("/")[0]):
        found.append((CONTINENTS[continent], [Choice(name, label(name, day)) for name in names]))
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
