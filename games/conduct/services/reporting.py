"""Reports."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from accounts.models import User
from games.conduct.models import Report


def report(
    *,
    by: User,
    about: User,
    subject: str,
    reason: str,
    words: str = "",
    table_id: str = "",
    line: int | None = None,
    kept: Mapping[str, Any] | None = None,
    now: datetime,
) -> Report:
    """Write a report and return it. `kept` is what is reported, as it stands now."""
    return Report.objects.create(
        by=by,
        about=about,
        subject=subject,
        reason=reason,
        words=words,
        table_id=table_id,
        line=line,
        kept=dict(kept or {}),
        at=now,
    )
