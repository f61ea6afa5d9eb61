"""The announcement at the top of all pages, cached in each process."""

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
CACHE_TIME = 5.0  # seconds


@dataclass(frozen=True)
class ShownAnnouncement:
    """An announcement in the active language."""

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


def current() -> list[Announcement]:
    """Return the current announcements, newest first."""
    return list(Announcement.objects.filter(until__gt=timezone.now()).order_by("-since", "-pk"))


def shown() -> ShownAnnouncement | None:
    """Return the announcement for the active language, or None. One for that language precedes one
    for all."""
    if time.monotonic() >= _Known.until:
        try:
            _Known.rows = current()
        except DatabaseError:  # the page may be about that very outage
            return None
        _Known.until = time.monotonic() + CACHE_TIME
    if not _Known.rows:  # nearly always
        return None
    language, now = get_language() or "", timezone.now()
    fit = [row for row in _Known.rows if row.until > now and row.language in ("", language)]
    if not fit:
        return None
    row = max(fit, key=lambda row: (row.language != "", row.since))
    text = row.texts.get(language, "")
    return ShownAnnouncement(
        row.pk, text or row.text, language if text else row.language, row.until
    )
