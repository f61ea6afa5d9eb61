"""A person's own data in this app."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.exporting import of_rows
from games.community.talk.models import Line

SOURCES = (
    of_rows(
        "talk",
        _("What you have said at tables and in clubs, as far as it is kept."),
        Line,
        "table_id place room phrase text at removed_at hidden",
    ),
)
