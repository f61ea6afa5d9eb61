"""Errors about reports and decisions, each with an HTTP status and a sentence for the reader."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.refusal import Refusal


class ConductError(Refusal):
    """A refused request about conduct."""


class TooMany(ConductError):
    """The user has sent too many reports recently."""

    status = 429
    default = _("You have sent many reports. Wait an hour before the next.")


class Decided(ConductError):
    """The decision has already been made."""

    status = 409
    default = _("This has been decided.")


class NotYours(ConductError):
    """This moderator may not decide this."""

    status = 403
    default = _("That is for another moderator to decide.")
