"""Sign-in is refused to those who are suspended."""

from __future__ import annotations

from django.utils import timezone

from games.community.moderation import mail, selectors


def page(user_id: int) -> str:
    """Return the path of the page that tells a suspended user why and until when; "" for anybody
    else."""
    made = selectors.suspension(user_id, timezone.now())
    return "" if made is None else mail.way_to_appeal(made)
