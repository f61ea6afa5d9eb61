"""A person's own data in this app."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.exporting import of_rows
from games.daily.models import Entry, Standing

SOURCES = (
    of_rows(
        "daily",
        _("Your deals of the day."),
        Entry,
        "deal__date deal__game table_id began_at settled_at counts worth score points",
    ),
    of_rows("daily-months", _("Your points of each month."), Standing, "month points days played"),
)
