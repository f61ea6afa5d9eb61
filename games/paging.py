"""Keyset pagination of long lists, newest rows first."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q


def written(at: datetime, pk: str) -> str:
    """Return the key of a row: its moment and its id."""
    return f"{at.isoformat()}~{pk}"


def key(text: str) -> tuple[datetime, str] | None:
    """Return the moment and id of a key, or None."""
    moment, _tilde, pk = text.partition("~")
    try:
        at = datetime.fromisoformat(moment)
    except ValueError:
        return None
    return (at, pk) if at.tzinfo and pk.isalnum() and len(pk) <= 16 else None


def behind(by: str, pk: str, after: tuple[datetime, str]) -> Q:
    """Return the condition for rows after a key."""
    at, last = after
    # the first condition lets the index be used
    return Q(**{f"{by}__lte": at}) & (Q(**{f"{by}__lt": at}) | Q(**{f"{pk}__lt": last}))
