"""The webhook for the settings of its owner."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from games.notices.webhooks import words
from games.notices.webhooks.models import Hook, Kind


@dataclass(frozen=True, slots=True)
class Row:
    """A user's webhook. `line` is its state in words, `bad` whether it fails or is off."""

    kind: Kind
    host: str
    line: str
    bad: bool
    off: bool

    @property
    def is_signed(self) -> bool:
        """Return whether it has a secret."""
        return self.kind == Kind.JSON


def row(user: User) -> Row | None:
    """Return the webhook of a user, or None."""
    hook = Hook.objects.filter(user=user).first()
    if hook is None:
        return None
    off, bad = hook.off_at is not None, hook.failing_since is not None
    return Row(Kind(hook.kind), words.host(hook), _line(hook), bad or off, off)


def _line(hook: Hook) -> str:
    if hook.off_at:
        day = {"day": date_format(hook.off_at, "j F")}
        return f"{_('Switched off on %(day)s.') % day} {words.reason(hook)}"
    if hook.failing_since:
        day = {"day": date_format(hook.failing_since, "j F")}
        return f"{_('Failing since %(day)s.') % day} {words.reason(hook)}"
    if hook.reached_at:
        return _("Answered in %(took)s ms") % {"took": hook.took}
    return _("Nothing sent yet")
