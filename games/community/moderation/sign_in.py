"""The refusal of sign-ins by suspended users."""

from __future__ import annotations

from django.utils import timezone

from games.community.moderation import mail, selectors


def page(user_id: int) -> str:
    """Return the path of the page about a user's suspension, or ""."""
    if not selectors.was_suspended(user_id):
        return ""
    made = selectors.suspension(user_id, timezone.now())
    return "" if made is None else mail.appeal_path(made)
