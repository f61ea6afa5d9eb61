"""Own data of a person in this app."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_lazy as _

from accounts.exporting import Row, Source
from games.notices.push.models import Device


def _devices(user_id: int) -> Iterator[Row]:
    facts = ("name", "made_at", "reached_at", "failed_at", "trouble", "gone_at")
    yield from Device.objects.filter(user=user_id).order_by("pk").values(*facts)


SOURCES = (
    Source(
        "push-devices",
        _("Browsers to which notices are pushed, without their keys."),
        _devices,
        ("push.Device.user",),
    ),
)
