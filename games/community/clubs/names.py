"""Names of clubs, under the rules of account names: letters of one alphabet, and not confusable
with another name. Between words stand spaces and a few marks."""

from __future__ import annotations

import re
import secrets

from django.core.exceptions import ValidationError
from django.utils.text import slugify
from django.utils.translation import gettext as _

from accounts import names
from games.community.clubs.errors import ClubError
from games.community.clubs.models import LONGEST_NAME
from games.tables.models import ID_LETTERS

BETWEEN = " '’.,&!?()+:"
MOST = 4 * LONGEST_NAME  # characters before anything else is looked at
TAKEN = ("new", "link", "calendar")  # addresses of pages
_AS_MARKS = str.maketrans(BETWEEN, "_" * len(BETWEEN))
_NOTHING = str.maketrans("", "", f"{BETWEEN}-_")
_SPACE = re.compile(r"\s+")


def cleaned(name: str) -> str:
    """Return a name in its stored form. Raises ClubError for an invalid one."""
    if len(name) > MOST:  # before any processing
        raise _too_long()
    name = names.normalized(_SPACE.sub(" ", name).strip())
    bare = name.translate(_NOTHING)
    if len(name) > LONGEST_NAME:
        raise _too_long()
    if len(bare) < names.SHORTEST:
        raise ClubError(_("A name has at least two characters."))
    try:
        names.spelled(name.translate(_AS_MARKS))
        names.not_reserved(bare)
    except ValidationError as error:
        if error.code == "characters":
            raise ClubError(
                _("The name of a club has letters, digits, spaces and simple marks.")
            ) from error
        raise ClubError(" ".join(error.messages)) from error
    return name


def _too_long() -> ClubError:
    sentence = _("The name of a club has at most %(count)s characters.")
    return ClubError(sentence % {"count": LONGEST_NAME})


def marks(name: str) -> frozenset[str]:
    """Return the skeletons of a name without the marks between its words. Two names that share one
    are confusable."""
    bare = name.translate(_NOTHING)
    return frozenset(names.fold(mark)[:100] for mark in names.skeletons(bare))


def slug(name: str, *, tail: bool) -> str:
    """Return a slug for a club of this name. `tail`: with six random letters."""
    start = slugify(name)[:LONGEST_NAME].strip("-") or "club"
    if not tail and start not in TAKEN:
        return start
    return f"{start}-{''.join(secrets.choice(ID_LETTERS) for _letter in range(6))}"
