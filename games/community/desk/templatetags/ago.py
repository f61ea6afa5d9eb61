"""Moments, games and commands in words."""

from __future__ import annotations

from datetime import datetime

from django.template import Library
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import mark_safe

from games.registry import engines
from games.screens import clocks

register = Library()


@register.filter
def title_of(game: str) -> str:
    """Return the title of a game, or the slug of a removed one."""
    return engines()[game].title if game in engines() else game


@register.filter
def commands(text: str) -> str:
    """Return a text with each `command` as code."""
    parts = text.split("`")
    kept = [format_html("<kbd>{}</kbd>" if at % 2 else "{}", part) for at, part in enumerate(parts)]
    return mark_safe("".join(kept))  # each part is escaped


@register.filter
def ago(moment: datetime) -> str:
    """Return an age in one unit: "2 hours ago"."""
    return clocks.ago(moment, timezone.now())
