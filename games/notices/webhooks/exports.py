"""A person's own data in this app."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from django.utils.translation import gettext_lazy as _

from accounts.exporting import Row, Source
from games.notices.webhooks.models import Hook


def _hook(user_id: int) -> Iterator[Row]:
    """Return the webhook, of its address, a secret, only the host."""
    for hook in Hook.objects.filter(user=user_id):
        yield {
            "kind": hook.kind,
            "host": urlsplit(hook.address).hostname,
            "set_at": hook.set_at,
            "reached_at": hook.reached_at,
            "failing_since": hook.failing_since,
            "off_at": hook.off_at,
        }


SOURCES = (
    Source(
        "webhook", _("Your webhook, without its address and secrets."), _hook, ("hooks.Hook.user",)
    ),
)
