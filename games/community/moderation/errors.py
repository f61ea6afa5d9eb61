"""Errors of reports and decisions. Each has an HTTP status and one plain sentence."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class ConductError(Exception):
    """A refused request about conduct. `sentence` is shown."""

    status = 422
    default: str | Promise = _("That is not possible here.")

    def __init__(self, sentence: str | Promise | None = None) -> None:
        self.sentence = sentence or self.default
        super().__init__(str(self.sentence))


class TooMany(ConductError):
    """The user has sent too many reports recently."""

    status = 429
    default = _("You have sent many reports. Wait an hour before the next.")


class Decided(ConductError):
    """Somebody else has already decided."""

    status = 409
    default = _("This has been decided.")


class NotYours(ConductError):
    """This moderator may not decide this."""

    status = 403
    default = _("That is for another moderator to decide.")
