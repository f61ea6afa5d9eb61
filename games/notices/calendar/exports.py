"""Own data of a person in this app."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from accounts.exporting import Row, Source
from games.notices.calendar.models import Calendar


def _calendar(user_id: int) -> Iterator[Row]:
    yield from Calendar.objects.filter(user=user_id).values("names", "made_at")


SOURCES = (
    Source(
        "calendar",
        _("Whether your deadlines have a private address, which is not kept itself."),
        _calendar,
        ("calendar.Calendar.user",),
    ),
)
