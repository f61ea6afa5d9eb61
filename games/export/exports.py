"""A person's own data in this app."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.exporting import of_rows
from games.export.models import Export

SOURCES = (
    of_rows(
        "exports",
        _("When you asked for files like this one."),
        Export,
        "asked_at state ready_at size",
    ),
)
