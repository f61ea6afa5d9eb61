"""Verification of the journal's hash chain."""

from __future__ import annotations

from games.site.models import JournalEntry
from games.site.services.journal import digest


def check() -> tuple[int, int | None]:
    """Return the number of entries, and the number of the first that breaks the chain, or None."""
    before, count = "", 0
    for entry in JournalEntry.objects.order_by("pk").iterator():
        if entry.prev != before or entry.hash != digest(entry):
            return count, entry.pk
        before, count = entry.hash, count + 1
    return count, None
