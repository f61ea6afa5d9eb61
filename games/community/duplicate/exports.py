"""A person's own data in this app."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.exporting import of_rows
from games.community.duplicate.models import Match

SOURCES = tuple(
    of_rows(
        name,
        about,
        Match,
        "deal_set_id deal_set__game deal_set__deals level time_control until",
        by=by,
    )
    for name, about, by in (
        ("duplicate-made", _("The duplicate matches that you made."), "first"),
        ("duplicate-joined", _("The duplicate matches that you joined."), "second"),
    )
)
