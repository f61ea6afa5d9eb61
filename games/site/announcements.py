"""The announcement at the top of all pages. A process queries it every few seconds, not for each
page."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import DatabaseError
from django.utils import timezone
from django.utils.translation import get_language

from games.site.models import Announcement

LONGEST = 240  # characters
LASTS = 5.0  # seconds


@dataclass(frozen=True)
class Up:
    """An announcement for a reader."""

    id: int
    text: str
    language: str
    until: datetime


class _Known:
    """The process's cache."""

    rows: Sequence[Announcement] = ()
    until = 0.0


def forget() -> None:
    """Clear the process's cache."""
    _Known.until = 0.0


def waiting() -> list[Announcement]:
    """Return the current announcements, newest first."""
    return list(Announcement.objects.filter(until__gt=timezone.now()).order_by("-since", "-pk"))


def up() -> Up | None:
    """Return the announcement for the active language, or None. One for that language goes before
    one for all."""
    if time.monotonic() >= _Known.until:
        try:
            _Known.rows = waiting()
        except DatabaseError:  # the page may be about that very outage
            return None
        _Known.until = time.monotonic() + LASTS
    if not _Known.rows:  # nearly always
        return None
    language, now = get_language() or "", timezone.now()
    fit = [row for row in _Known.rows if row.until > now and row.language in ("", language)]
    if not fit:
        return None
    row = max(fit, key=lambda row: (row.language != "", row.since))
    text = row.texts.get(language, "")
    return Up(row.pk, text or row.text, language if text else row.language, row.until)
