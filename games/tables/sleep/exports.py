"""Own data of a person in this app."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.exporting import of_rows
from games.tables.sleep.models import Away, Week

SOURCES = (
    of_rows(
        "sleep",
        _("Your weeks: for each day from Monday on the minutes from which and until you sleep."),
        Week,
        "zone days made_at holds_from",
    ),
    of_rows("days-off", _("Your days off."), Away, "first last made_at holds_from ends_from"),
)
