"""A person's own data in this app."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.exporting import of_rows
from games.community.moderation.models import Report, Sanction

SOURCES = (
    of_rows(
        "reports",
        _("Reports that you have made."),
        Report,
        "about__username subject reason words table_id at",
        by="by",
    ),
    of_rows(
        "sanctions",
        _("Moderators’ decisions about you, with their messages to you."),
        Sanction,
        "measure words at until lifted_at appeal appealed_at heard_at",
    ),
)
LEFT_OUT = {
    "conduct.Report.about": "who reports somebody is not told; what came of it is in sanctions",
    "conduct.Report.decided_by": "decisions of a moderator about others",
    "conduct.Sanction.heard_by": "decisions of a moderator about others",
    "conduct.Sanction.by": "decisions of a moderator about others",
}
