"""The rows and choices of the forms for switches and announcements."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.utils.translation import gettext as _

from games.site import switches
from games.site.models import Name


@dataclass(frozen=True)
class Row:
    """A switch at the desk. With more than two values it has `choices`."""

    name: str
    label: str
    fact: str
    on: bool
    other: str
    """The value that a press sets."""
    choices: tuple[tuple[str, str, bool], ...] = ()
    """Value, label, and whether it is the current one."""


def by_invitation() -> bool:
    """Return whether sign-up is by invitation."""
    return switches.value(Name.SIGN_UP) == switches.INVITATION


def rows() -> list[Row]:
    """Return the switches."""
    words = {
        switches.OPEN: _("For everybody"),
        switches.INVITATION: _("By invitation"),
        switches.CLOSED: _("Closed"),
    }
    stands = switches.value(Name.SIGN_UP)
    choices = tuple((value, words[value], value == stands) for value in words)
    return [
        Row(Name.SIGN_UP, _("New accounts"), words[stands], True, "", choices),
        _two(
            Name.GUESTS,
            _("Guests"),
            _("may play unrated") if stands == switches.OPEN else _("may play, invited or not"),
        ),
        _two(Name.FREE_TEXT, _("Free chat"), _("besides the ready-made phrases")),
        _two(Name.CLUBS, _("Creating clubs"), _("for every account, not for hosts alone")),
        _two(Name.MAINTENANCE, _("Closed for repairs"), _("nothing new begins, clocks stop")),
    ]


def _two(name: str, label: str, fact: str) -> Row:
    on = switches.is_on(name)
    return Row(name, label, fact, on, switches.OFF if on else switches.ON)


def untils() -> list[tuple[int, str]]:
    """Return the lifetimes of an announcement: hours and label."""
    return [
        (1, _("in an hour")),
        (6, _("in 6 hours")),
        (24, _("in a day")),
        (72, _("in 3 days")),
        (168, _("in a week")),
        (672, _("in 4 weeks")),
    ]


def languages() -> list[tuple[str, str]]:
    """Return the languages for announcements; none if the site has only one."""
    found = [(code, str(name)) for code, name in settings.LANGUAGES]
    return found if len(found) > 1 else []
