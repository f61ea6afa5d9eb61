"""Removal of expired rows, in batches."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.db.models import QuerySet


@transaction.atomic
def remove(rows: QuerySet[Any], limit: int) -> int:
    """Delete at most `limit` rows, cascading; return how many. Locked rows are skipped, so that two
    workers do not wait for each other."""
    locked = rows.select_for_update(skip_locked=True, of=("self",))
    found = list(locked.values_list("pk", flat=True)[:limit])
    if found:
        rows.model._default_manager.filter(pk__in=found).delete()
    return len(found)
