"""A person's own data in this app."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.exporting import of_rows
from games.learning.review.models import Review

SOURCES = (
    of_rows(
        "reviews",
        _("Reviews that you have asked for; they follow from the transcripts."),
        Review,
        "table_id times status asked_at done_at",
        by="asked_by",
    ),
)
