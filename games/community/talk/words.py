"""Phrases, and the cleaning of free text."""

from __future__ import annotations

import re
import unicodedata

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.community.talk.models import LONGEST

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
"""The phrases by code. A code never changes its meaning."""


MAX_MARKS = 3  # combining marks on a letter
MAX_INPUT = 4 * LONGEST  # characters before cleaning
_SPACE = re.compile(r"\s+")
_PILE = re.compile(
    rf"((?:[\u0300-\u036f\u0483-\u0489\u20d0-\u20ff]){{{MAX_MARKS}}})"
    r"[\u0300-\u036f\u0483-\u0489\u20d0-\u20ff]+"
)
_JOINERS = "\u200c\u200d"  # used in some scripts, and in emoji


def cleaned(text: str) -> str:
    """Return the text on one line, without invisible and direction-changing characters. The caller
    checks the length: at most MAX_INPUT before, LONGEST afterwards."""
    text = unicodedata.normalize("NFC", _SPACE.sub(" ", text))
    seen = (sign for sign in text if sign in _JOINERS or unicodedata.category(sign)[0] != "C")
    return _PILE.sub(r"\1", "".join(seen)).strip(f" {_JOINERS}")
