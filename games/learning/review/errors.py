"""Refusals of reviews."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.tables.errors import TableError


class NoReview(TableError):
    """The table's game cannot be reviewed."""

    status = 404
    default = _("There is no review of this game.")


class NotYourGame(TableError):
    """The user has not played the game."""

    status = 403
    default = _("Only its players can ask for a review of this game.")


class NotForGuests(TableError):
    """A guest requested a deeper review."""

    status = 403
    default = _("A deeper review needs an account.")


class TooManyReviews(TableError):
    """The user has as many waiting reviews as allowed."""

    status = 429
    wait = 60
    default = _("Your other reviews are still being made. Try again when one of them is done.")
