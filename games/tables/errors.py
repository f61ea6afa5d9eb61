"""Why a table refuses: a status and one plain sentence for the player."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class TableError(Exception):
    status = 422

    wait: int | None = None
    """Seconds after which it may be possible."""

    def __init__(self, sentence: str | Promise | None = None) -> None:
        self.sentence = sentence or self.default
        super().__init__(str(self.sentence))

    default: str | Promise = _("That is not possible here.")


class NoSuchTable(TableError):
    status = 404
    default = _("There is no such table.")


class NotYourSeat(TableError):
    status = 403
    default = _("You are looking on. Only players move here.")


class StalePly(TableError):
    status = 409
    default = _("The table has moved on. Here is how it stands now.")


class Over(TableError):
    status = 409
    default = _("This game is over.")


class NotPossible(TableError):
    """The request makes no sense at this table now: an illegal code, a full table, a wrong
    option."""

    status = 422


class TooFast(TableError):
    status = 429
    default = _("That was too fast. Wait a moment, then try again.")


class BotsBusy(TableError):
    """A new game would have to wait for its bots: those that run come first. No 503, which proxies
    and boards take for a fault."""

    status = 429
    wait = 10
    default = _("The bots are busy. Try again in a moment, or open a table for people.")


class BotsAway(TableError):
    status = 429
    wait = 60
    default = _("The bots are not here just now. Try again later, or open a table for people.")
