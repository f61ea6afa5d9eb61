"""A person's own data in this app."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from accounts.exporting import Row, Source
from games.daily.models import Entry, Standing


def _entries(user_id: int) -> Iterator[Row]:
    facts = ("deal__date", "deal__game", "table_id", "began_at", "settled_at", "counts", "worth")
    found = Entry.objects.filter(user=user_id).order_by("pk")
    yield from found.values(*facts, "score", "points").iterator()


def _months(user_id: int) -> Iterator[Row]:
    found = Standing.objects.filter(user=user_id).order_by("pk")
    yield from found.values("month", "points", "days", "played")


SOURCES = (
    Source("daily", _("Your deals of the day."), _entries, ("daily.Entry.user",)),
    Source("daily-months", _("Your points of each month."), _months, ("daily.Standing.user",)),
)
