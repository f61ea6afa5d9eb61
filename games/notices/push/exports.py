"""A person's own data in this app."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.exporting import of_rows
from games.notices.push.models import Device

SOURCES = (
    of_rows(
        "push-devices",
        _("Browsers to which notices are pushed, without their keys."),
        Device,
        "name made_at reached_at failed_at trouble gone_at",
    ),
)
