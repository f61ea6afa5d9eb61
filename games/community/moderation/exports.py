"""A person's own data in this app."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from accounts.exporting import Row, Source
from games.community.moderation.models import Report, Sanction


def _reports(user_id: int) -> Iterator[Row]:
    found = Report.objects.filter(by=user_id).order_by("pk")
    facts = ("about__username", "subject", "reason", "words", "table_id", "at")
    yield from found.values(*facts).iterator()


def _sanctions(user_id: int) -> Iterator[Row]:
    found = Sanction.objects.filter(user=user_id).order_by("pk")
    yield from found.values(
        "measure", "words", "at", "until", "lifted_at", "appeal", "appealed_at", "heard_at"
    ).iterator()


SOURCES = (
    Source("reports", _("Reports that you have made."), _reports, ("conduct.Report.by",)),
    Source(
        "sanctions",
        _("Measures of moderators against you, with their words to you."),
        _sanctions,
        ("conduct.Sanction.user",),
    ),
)
LEFT_OUT = {
    "conduct.Report.about": "who reports somebody is not told; what came of it is in sanctions",
    "conduct.Report.decided_by": "decisions of a moderator about others",
    "conduct.Sanction.heard_by": "decisions of a moderator about others",
    "conduct.Sanction.by": "decisions of a moderator about others",
}
