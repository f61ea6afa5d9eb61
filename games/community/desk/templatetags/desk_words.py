"""Moments, games, the stages of a table and commands in words."""

from __future__ import annotations

from datetime import datetime

from django.template import Library
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from games.registry import engines
from games.screens import clocks
from games.tables.models import EndedBy, LeftBy, Status

register = Library()
STAGES = {
    Status.OPEN: noop("Waiting for players"),
    Status.RUNNING: noop("Running"),
    Status.ENDED: noop("Ended"),
}
ENDINGS = {
    EndedBy.RULES: noop("by the rules"),
    EndedBy.RESIGN: noop("by resigning"),
    EndedBy.FLAG: noop("on time"),
    EndedBy.DRAW: noop("as an agreed draw"),
    EndedBy.ABORT: noop("called off"),
    EndedBy.CLOSED: noop("before it began"),
}
LEAVINGS = {LeftBy.RESIGN: noop("resigned"), LeftBy.FLAG: noop("ran out of time")}


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


@register.filter
def stage(status: str) -> str:
    """Return the stage of a table in words."""
    return _(STAGES[Status(status)])


@register.filter
def ending(ended_by: str) -> str:
    """Return in words how a table ended."""
    return _(ENDINGS[EndedBy(ended_by)])


@register.filter
def leaving(left_by: str) -> str:
    """Return in words how a player left a game that others continue."""
    return _(LEAVINGS[LeftBy(left_by)])
