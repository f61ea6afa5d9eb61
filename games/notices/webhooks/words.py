"""A webhook's state in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from django.utils.translation import gettext as _

from games.notices import outbound
from games.notices.webhooks.models import Hook


@dataclass(frozen=True, slots=True)
class Message:
    """A message. `at` is the moment of its event."""

    kind: str
    """"turn", "low", "over", "invitation", "rematch", "idle", "challenged", "opened", "draw",
    "abort", "slow", "undo", "round", "last_day", "event", "club" or "test"."""
    title: str
    body: str
    url: str
    """Absolute, on this site."""
    tag: str
    """A message replaces another with the same tag, such as "table-k3x9"."""
    table: str
    game: str
    at: datetime
    key: str = ""
    """Unique, and stable across retries."""


def host(hook: Hook) -> str:
    """Return the host of a webhook; the rest of its address may be secret."""
    return urlsplit(hook.address).netloc


def reason(hook: Hook) -> str:
    """Return why the last try failed, or ""."""
    if hook.fault:
        return outbound.sentence(outbound.Fault(hook.fault))
    return answered(hook.status) if hook.status else ""


def answered(status: int) -> str:
    """Return a sentence about the status of a failure."""
    if 300 <= status < 400:
        return _("It answered with a redirect (%(status)s), which we do not follow.") % {
            "status": status
        }
    if status in (401, 403):
        return _("It does not let us in (%(status)s).") % {"status": status}
    if status in (404, 410):
        return _("There is nothing at this address (%(status)s).") % {"status": status}
    if status == 429:
        return _("It has received too many messages (429).")
    return _("It answered with the error %(status)s.") % {"status": status}
