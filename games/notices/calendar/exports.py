"""Own data of a person in this app."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.exporting import of_rows
from games.notices.calendar.models import Calendar

SOURCES = (
    of_rows(
        "calendar",
        _("Whether your deadlines have a private address; the address itself is not kept."),
        Calendar,
        "names made_at",
    ),
)
