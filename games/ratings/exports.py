"""A person's own data in this app."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.exporting import of_rows
from games.ratings.models import Rating, RatingChange

SOURCES = (
    of_rows(
        "ratings",
        _("Your ratings; those of a season have its quarter."),
        Rating,
        "game ladder season value deviation games won drawn last_at established eligible",
    ),
    of_rows(
        "rating-changes",
        _("What each rated game did to your rating, and how much of it counted."),
        RatingChange,
        "table_id game ladder at place mu_before mu_after weight number short shared",
    ),
)
_COUNTED = "counted from tables and rating changes, and names others"
LEFT_OUT = {
    "ratings.Meeting.first": _COUNTED,
    "ratings.Meeting.second": _COUNTED,
    "ratings.Record.user": _COUNTED,
    "ratings.Encounters.user": _COUNTED,
    "ratings.Encounters.other": _COUNTED,
    "ratings.Housemates.first": "a host's note about two people",
    "ratings.Housemates.second": "a host's note about two people",
}
