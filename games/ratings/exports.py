"""A person's own data in this app."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from accounts.exporting import Row, Source
from games.ratings.models import Rating, RatingChange


def _ratings(user_id: int) -> Iterator[Row]:
    facts = ("game", "ladder", "season", "value", "deviation", "games", "won", "drawn", "last_at")
    found = Rating.objects.filter(user=user_id).order_by("pk")
    yield from found.values(*facts, "established", "eligible").iterator()


def _changes(user_id: int) -> Iterator[Row]:
    facts = ("table_id", "game", "ladder", "at", "place", "mu_before", "mu_after", "weight")
    found = RatingChange.objects.filter(user=user_id).order_by("at", "pk")
    yield from found.values(*facts, "number", "short", "shared").iterator()


SOURCES = (
    Source(
        "ratings",
        _("Your ratings; those of a season have its quarter."),
        _ratings,
        ("ratings.Rating.user",),
    ),
    Source(
        "rating-changes",
        _("What each rated game did to your rating, and how much of it counted."),
        _changes,
        ("ratings.RatingChange.user",),
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
