"""The positions of the switches.

A process caches them for two seconds, and clears the cache when it turns one itself.
"""

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
AT_FIRST: dict[str, str] = {name: values[0] for name, values in VALUES.items()}
LASTS = 2.0  # seconds


class _Known:
    """The process's cache."""

    values: dict[str, str] = {}
    until = 0.0


def value(name: str) -> str:
    """Return the value of a switch."""
    if time.monotonic() >= _Known.until:
        _Known.values = dict(Switch.objects.values_list("name", "value"))
        _Known.until = time.monotonic() + LASTS
    return _Known.values.get(name) or AT_FIRST[name]


def is_on(name: str) -> bool:
    """Return whether a switch is "on"."""
    return value(name) == ON


def forget() -> None:
    """Clear the process's cache."""
    _Known.until = 0.0
