"""The hash chain of a log: a changed entry changes the hash of every entry after it.

Each hash is a receipt that players get while the game runs. So the table's key goes into it, which
follows from the secret and is published with it: without the key, whoever knows the hash before
could try which hidden card leads to the next one.
"""

from __future__ import annotations

import hashlib
import hmac
from datetime import UTC, datetime


def key(secret: bytes) -> str:
    """Return a table's key (hex): HMAC-SHA256 of its secret."""
    return hmac.new(secret, b"fairdeal log 1", hashlib.sha256).hexdigest()


def link(
    prev: str,
    *,
    table_id: str,
    ply: int,
    seat: int | None,
    code: str,
    at: datetime,
    clock_ms: int | None,
    key: str,
) -> str:
    """Return the SHA-256 (hex) over the hash before it, an entry and the table's key. The first
    entry follows the table's commitment. Early logs have no key: ""."""
    fields = (
        prev,
        table_id,
        str(ply),
        "-" if seat is None else str(seat),
        code,
        stamp(at),
        "-" if clock_ms is None else str(clock_ms),
        *([key] if key else []),
    )
    return hashlib.sha256("\n".join(fields).encode()).hexdigest()


def stamp(at: datetime) -> str:
    """Return a moment as it goes into the hash: UTC, to the microsecond."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
