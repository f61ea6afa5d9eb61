"""The strip of the front page."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import template
from django.utils import timezone

from games.daily import selectors

register = template.Library()


@register.inclusion_tag("daily/front.html", takes_context=True)
def deals_of_the_day(context: template.Context) -> dict[str, Any]:
    """Return today's deals for the front page, and the reader's results of yesterday."""
    now, user = timezone.now(), context.get("user")
    found = selectors.shown_deals(selectors.deals(now.date()), getattr(user, "pk", None), now)
    all_played = bool(found) and all(shown.ended for shown in found)
    left = found[0].deal.ends - now if all_played else None
    hours = -(-int(left.total_seconds()) // 3600) if left else 0
    yesterday = now.date() - timedelta(days=1)
    placed = selectors.placed(yesterday, user.pk, now) if user and user.pk else []
    return {"deals": found, "all_played": all_played, "hours": hours, "placed": placed}
