"""Reports."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from accounts import limits
from accounts.models import User
from games.community.moderation.errors import TooMany
from games.community.moderation.models import Report


def report(
    *,
    by: User,
    about: User,
    subject: str,
    reason: str,
    words: str = "",
    table_id: str = "",
    line: int = 0,
    kept: Mapping[str, Any] | None = None,
    now: datetime,
) -> Report:
    """Save a report and return it; a second one of the same thing returns the first. `kept` is a
    copy of what is reported. Raises TooMany."""
    thing = {"by": by, "about": about, "subject": subject, "table_id": table_id, "line": line}
    if before := Report.objects.filter(**thing).first():
        return before
    if not limits.allow("reports", by.pk):
        raise TooMany
    facts = {"reason": reason, "words": words, "kept": dict(kept or {}), "at": now}
    found, _new = Report.objects.get_or_create(**thing, defaults=facts)
    return found
