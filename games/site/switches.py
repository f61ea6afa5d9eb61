"""The values of the switches, cached in each process."""

from __future__ import annotations

import time

from games.site.models import Name, Switch

ON, OFF = "on", "off"
OPEN, INVITATION, CLOSED = "open", "invitation", "closed"
VALUES: dict[str, tuple[str, ...]] = {
    Name.SIGN_UP: (OPEN, INVITATION, CLOSED),
    Name.GUESTS: (ON, OFF),
    Name.FREE_TEXT: (ON, OFF),
    Name.MAINTENANCE: (OFF, ON),
    Name.CLUBS: (ON, OFF),
}
"""The values of each switch, the default first."""
DEFAULTS: dict[str, str] = {name: values[0] for name, values in VALUES.items()}
CACHE_TIME = 2.0  # seconds


class _Known:
    """The process's cache."""

    values: dict[str, str] = {}
    until = 0.0


def value(name: str) -> str:
    """Return the value of a switch."""
    if time.monotonic() >= _Known.until:
        _Known.values = dict(Switch.objects.values_list("name", "value"))
        _Known.until = time.monotonic() + CACHE_TIME
    return _Known.values.get(name) or DEFAULTS[name]


def is_on(name: str) -> bool:
    """Return whether a switch is "on"."""
    return value(name) == ON


def forget() -> None:
    """Clear the process's cache."""
    _Known.until = 0.0
