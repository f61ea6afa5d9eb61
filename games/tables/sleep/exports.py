"""Own data of a person in this app."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from accounts.exporting import Row, Source
from games.tables.sleep.models import Away, Week


def _weeks(user_id: int) -> Iterator[Row]:
    found = Week.objects.filter(user=user_id).order_by("pk")
    yield from found.values("zone", "days", "made_at", "holds_from")


def _away(user_id: int) -> Iterator[Row]:
    found = Away.objects.filter(user=user_id).order_by("pk")
    yield from found.values("first", "last", "made_at", "holds_from", "ends_from")


SOURCES = (
    Source(
        "sleep",
        _("Your weeks: for each day from Monday on the minutes from which and until you sleep."),
        _weeks,
        ("sleep.Week.user",),
    ),
    Source("days-off", _("Your days off."), _away, ("sleep.Away.user",)),
)
