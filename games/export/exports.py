"""A person's own data in this app."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from accounts.exporting import Row, Source
from games.export.models import Export


def _exports(user_id: int) -> Iterator[Row]:
    found = Export.objects.filter(user=user_id).order_by("pk")
    yield from found.values("asked_at", "state", "ready_at", "size")


SOURCES = (
    Source(
        "exports", _("When you asked for files like this one."), _exports, ("mydata.Export.user",)
    ),
)
