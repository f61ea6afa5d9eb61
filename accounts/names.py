"""Rules for user names, and the names that nobody may take."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

SHORTEST, LONGEST = 2, 24
GUEST = "guest-"
CLOSED = "closed-"

# ASCII alone: "Ann" in Cyrillic letters would sit down as somebody else.
_CHARACTERS = re.compile(r"[A-Za-z0-9_-]+")

_TAKEN_BY_THE_SITE = frozenset(
    "admin administrator anonymous beginnerbot bot clubbot expertbot fairdeal me moderator nobody"
    " root staff support system you".split()
)
_LOOKALIKES = str.maketrans("01345789i", "oleastbgl", "-_")


def fold(name: str) -> str:
    """Return the name without the differences that a reader overlooks: "G_UE5T" becomes "guest"."""
    return name.lower().translate(_LOOKALIKES)


_RESERVED_STARTS = (fold(GUEST), fold(CLOSED))
_RESERVED_WHOLE = frozenset(fold(name) for name in _TAKEN_BY_THE_SITE)


def shown(username: str, *, guest: bool, closed: bool) -> str:
    """Return the name that others see, in the language that is active: guests and closed accounts
    are not called by their user names."""
    if closed:
        return gettext("Closed account")
    if guest:
        return gettext("Guest %(code)s") % {"code": username.removeprefix(GUEST)[:4].upper()}
    return username


def is_reserved(name: str) -> bool:
    """Return whether a name is kept for the site."""
    return fold(name).startswith(_RESERVED_STARTS) or fold(name) in _RESERVED_WHOLE


def well_formed(name: str) -> None:
    """Raise ValidationError unless a name is well formed."""
    if not _CHARACTERS.fullmatch(name):
        raise ValidationError(
            _("A name is made of the letters a to z, digits, - and _."), "characters"
        )
    if len(name) < SHORTEST:
        raise ValidationError(_("A name has at least two characters."), "short")
    if len(name) > LONGEST:
        raise ValidationError(_("A name has at most 24 characters."), "long")


def not_reserved(name: str) -> None:
    """Raise ValidationError if a name is kept for the site."""
    if is_reserved(name):
        raise ValidationError(
            _("“%(name)s” is reserved for the site. Choose another name."),
            "reserved",
            {"name": name},
        )
