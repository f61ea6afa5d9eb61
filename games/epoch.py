"""Conversion between moments and the kernel's whole milliseconds since 1970 (UTC)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


def milliseconds(moment: datetime) -> int:
    """Return an aware moment as milliseconds since 1970, rounded down."""
    return (moment - EPOCH) // MILLISECOND


def moment(milliseconds: int) -> datetime:
    """Return the moment of milliseconds since 1970, in UTC."""
    return EPOCH + milliseconds * MILLISECOND
