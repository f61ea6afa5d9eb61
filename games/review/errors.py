"""Refusals of reviews."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from games.tables.errors import TableError


class NoReview(TableError):
    """The table has no game that can be reviewed."""

    status = 404
    default = _("There is no review of this game.")


class TooManyReviews(TableError):
    """The person has asked for as many reviews as wait at one time."""

    status = 429
    wait = 60
    default = _("Your other reviews are still being made. Try again when one of them is done.")
