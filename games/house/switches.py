"""The switches of the house, as they stand."""

from __future__ import annotations

from games.house.models import Name, Switch

ON, OFF = "on", "off"
OPEN, INVITATION, CLOSED = "open", "invitation", "closed"
VALUES: dict[str, tuple[str, ...]] = {
    Name.SIGN_UP: (OPEN, INVITATION, CLOSED),
    Name.GUESTS: (ON, OFF),
    Name.FREE_TEXT: (ON, OFF),
    Name.MAINTENANCE: (OFF, ON),
}
"""The values of each switch, as at first in front."""
AT_FIRST: dict[str, str] = {name: values[0] for name, values in VALUES.items()}


def value(name: str) -> str:
    """Return how a switch stands."""
    found = Switch.objects.filter(pk=name).values_list("value", flat=True).first()
    return found or AT_FIRST[name]


def is_on(name: str) -> bool:
    """Return whether a switch stands at "on"."""
    return value(name) == ON
