"""The panel of devices on pages of other apps."""

from __future__ import annotations

from typing import Any

from django import template
from django.template import Context

from games.notices.push.panel import panel

register = template.Library()


@register.inclusion_tag("push/devices.html", takes_context=True)
def push_devices(context: Context) -> dict[str, Any]:
    """Return the context of the panel."""
    request = context["request"]
    return {"push": panel(request), "request": request, "csrf_token": context.get("csrf_token")}
