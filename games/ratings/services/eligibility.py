"""Updates of `Rating.eligible`."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime

from django.db import connection, transaction
from django.utils import timezone

from games.ratings import eligibility
from games.ratings.models import Rating

BATCH = 500  # rows that are locked at a time


def settle(*, now: datetime, users: Collection[int] | None = None) -> int:
    """Update who may be ranked (of some users, or all); return the number of changed rows."""
    rows = Rating.objects.all() if users is None else Rating.objects.filter(user__in=users)
    may = eligibility.may(now)
    wrong = ((True, rows.filter(may, eligible=False)), (False, rows.filter(~may, eligible=True)))
    return sum(
        _write(right, some)
        for right, found in wrong
        for some in _batches(list(found.values_list("pk", flat=True)))
    )


def proof_changed(user_id: int) -> None:
    """Update an account's eligibility after its proof changed."""
    settle(now=timezone.now(), users=[user_id])


@transaction.atomic
def _write(eligible: bool, ids: list[int]) -> int:
    """Write some rows, and return their number. Locked rows wait for the next sweep."""
    rows = Rating.objects.select_for_update(
        skip_locked=connection.features.has_select_for_update_skip_locked
    )
    free = list(rows.filter(pk__in=ids).values_list("pk", flat=True))
    return Rating.objects.filter(pk__in=free).update(eligible=eligible)


def _batches(ids: list[int]) -> Iterator[list[int]]:
    for start in range(0, len(ids), BATCH):
        yield ids[start : start + BATCH]
