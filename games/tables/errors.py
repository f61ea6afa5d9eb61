"""Errors of a table. Each has an HTTP status and one plain sentence for the player."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.refusal import Refusal


class TableError(Refusal):
    """A request that a table refuses."""


class NoSuchTable(TableError):
    """There is no table with this id."""

    status = 404
    default = _("There is no such table.")


class NotYourSeat(TableError):
    """The user has no seat at this table."""

    status = 403
    default = _("You are watching. Only players can move here.")


class StalePly(TableError):
    """The request was made for an earlier ply."""

    status = 409
    default = _("The table has moved on. Here is how it stands now.")


class Over(TableError):
    """The game has ended already."""

    status = 409
    default = _("This game is over.")


class NotPossible(TableError):
    """The request makes no sense at this table now: an illegal code, a full table, a wrong
    option."""


class TooFast(TableError):
    """The user has sent too many requests in a short time."""

    status = 429
    default = _("That was too fast. Wait a moment, then try again.")


class ClosedForRepairs(TableError):
    """A host works on the house: games go on, and nothing new begins. The status is not 503, which
    proxies and boards read as an outage."""

    status = 409
    wait = 300
    default = _("The site is closed for repairs: running games go on, but no new ones begin.")


class BotsBusy(TableError):
    """A new game would have to wait for its bots, since running games come first. The status is not
    503, which proxies and boards read as an outage."""

    status = 429
    wait = 10
    default = _("The bots are busy. Try again in a moment, or open a table for people.")


class BotsAway(TableError):
    """No worker for bots is running."""

    status = 429
    wait = 60
    default = _("The bots are unavailable. Try again later, or open a table for people.")
