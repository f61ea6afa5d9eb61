"""Addresses of pages that other apps have."""

from __future__ import annotations

from urllib.parse import quote


def report(username: str) -> str:
    """Return the address at which a name is reported (games.community.moderation)."""
    return f"/report/name/{quote(username)}/"
