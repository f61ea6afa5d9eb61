"""Refusal of sign-ins of suspended users."""

from __future__ import annotations

from django.utils import timezone

from games.community.moderation import mail, selectors


def page(user_id: int) -> str:
    """Return the path of the page that tells a suspended user why and until when, or ""."""
    if not selectors.was_suspended(user_id):
        return ""
    made = selectors.suspension(user_id, timezone.now())
    return "" if made is None else mail.way_to_appeal(made)
