"""A person's own data in this app."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from accounts.exporting import Row, Source
from games.learning.review.models import Review


def _reviews(user_id: int) -> Iterator[Row]:
    found = Review.objects.filter(asked_by=user_id).order_by("pk")
    yield from found.values("table_id", "times", "status", "asked_at", "done_at").iterator()


SOURCES = (
    Source(
        "reviews",
        _("Reviews that you have asked for; they follow from the transcripts."),
        _reviews,
        ("review.Review.asked_by",),
    ),
)
