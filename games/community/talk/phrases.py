"""Phrases that each reader sees in their own language; only codes are stored."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PHRASES: dict[str, Promise] = {
    "hello": _("Hello"),
    "luck": _("Good luck"),
    "thanks": _("Thanks"),
    "well": _("Well played"),
    "moment": _("One moment"),
    "thinking": _("Thinking …"),
    "sorry": _("Sorry"),
    "hurry": _("I am in a hurry"),
    "oops": _("Oops"),
    "close": _("That was close"),
    "good_game": _("Good game"),
    "again": _("Another one?"),
    "bye": _("Goodbye"),
}
"""Words by code. A code never changes its meaning."""
