"""A person's own data in this app."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from accounts.exporting import Row, Source
from games.community.talk.models import Line


def _lines(user_id: int) -> Iterator[Row]:
    facts = ("table_id", "room", "phrase", "text", "at", "removed_at", "hidden")
    yield from Line.objects.filter(user=user_id).order_by("pk").values(*facts).iterator()


SOURCES = (
    Source(
        "talk",
        _("What you have said at tables, as far as it is kept."),
        _lines,
        ("talk.Line.user",),
    ),
)
