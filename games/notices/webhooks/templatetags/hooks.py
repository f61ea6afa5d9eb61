"""The webhook's row in the settings."""

from __future__ import annotations

from typing import Any

from django import template

from games.notices.webhooks import selectors

register = template.Library()


@register.inclusion_tag("hooks/hooks.html", takes_context=True)
def webhook(context: template.Context) -> dict[str, Any]:
    """Return the row of the reader's webhook; guests have none."""
    request, user = context["request"], context["user"]
    known = user.is_authenticated and not user.is_guest
    return {
        "known": known,
        "row": selectors.row(user) if known else None,
        "csrf_token": context.get("csrf_token"),
        "back": request.path,
    }
