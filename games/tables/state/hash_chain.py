"""The hash chain of a log: a changed entry changes the hash of every entry after it."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime


def link(
    prev: str,
    *,
    table_id: str,
    ply: int,
    seat: int | None,
    code: str,
    at: datetime,
    clock_ms: int | None,
) -> str:
    """Return the SHA-256 (hex) over an entry and the hash before it. The first entry follows the
    table's commitment."""
    when = at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    fields = (
        prev,
        table_id,
        str(ply),
        "-" if seat is None else str(seat),
        code,
        when,
        "-" if clock_ms is None else str(clock_ms),
    )
    return hashlib.sha256("\n".join(fields).encode()).hexdigest()
