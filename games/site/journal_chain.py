"""The journal as a hash chain, checked from its beginning."""

from __future__ import annotations

from games.site.models import JournalEntry
from games.site.services.journal import digest


def check() -> tuple[int, int | None]:
    """Return how many entries there are, and the number of the first that was changed or follows
    from none; None if all is well."""
    before, count = "", 0
    for entry in JournalEntry.objects.order_by("pk").iterator():
        if entry.prev != before or entry.hash != digest(entry):
            return count, entry.pk
        before, count = entry.hash, count + 1
    return count, None
