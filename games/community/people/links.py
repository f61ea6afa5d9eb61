"""Addresses of other apps' pages."""

from __future__ import annotations

from urllib.parse import quote


def report(username: str) -> str:
    """Return the address for reporting a name (games.community.moderation)."""
    return f"/report/name/{quote(username)}/"
