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
    """One item of news. `at` is when it happened: with every try of the same message the same."""

    kind: str
    """"turn", "low", "over", "invitation", "rematch", "idle", "challenged", "opened", "draw",
    "abort", "slow", "undo", "round", "last_day", "event", "club" or "test"."""
    title: str
    body: str
    url: str
    """Absolute, on this site."""
    tag: str
    """The same for what replaces the other: "table-k3x9"."""
    table: str
    game: str
    at: datetime
    key: str = ""
    """No other message has it, and each try of one has the same."""


def host(hook: Hook) -> str:
    """Return the host of a webhook. The rest of its address may be a secret."""
    return urlsplit(hook.address).netloc


def reason(hook: Hook) -> str:
    """Return in a sentence why the last try failed; "" if it did not."""
    if hook.fault:
        return outbound.sentence(outbound.Fault(hook.fault))
    return answered(hook.status) if hook.status else ""


def answered(status: int) -> str:
    """Return in a sentence what an answer with this status means, if it is not a good one."""
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
