"""The header Retry-After (RFC 9110)."""

from __future__ import annotations

from datetime import datetime
from email.utils import parsedate_to_datetime

from games.digits import number

LONGEST = 24 * 60 * 60  # seconds


def seconds(header: str, now: datetime) -> int | None:
    """Return the seconds that a header asks to wait; None if it is missing or malformed."""
    if (seconds := number(header, 9, None)) is not None:
        return min(seconds, LONGEST)
    try:
        until = parsedate_to_datetime(header)
    except (TypeError, ValueError, OverflowError):
        return None
    if until.tzinfo is None:
        return None
    return min(max(0, round((until - now).total_seconds())), LONGEST)
