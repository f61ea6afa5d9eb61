"""The queue of reviews: accounts before guests, then people in turn, the least recently served
first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime

from django.db.models import Max

from games.learning.review.models import Review

NEVER = datetime.min.replace(tzinfo=UTC)


def in_line(waiting: Iterable[Review]) -> list[Review]:
    """Return reviews in the order in which they will be made."""
    rows = sorted(waiting, key=lambda row: (row.asked_at, row.pk))
    people = {row.asked_by_id for row in rows}
    begun = Review.objects.filter(asked_by__in=people, began_at__isnull=False)
    last = dict(begun.values_list("asked_by").annotate(Max("began_at")))
    number, places = Counter[int | None](), {}
    for row in rows:
        guest = row.asked_by is None or row.asked_by.is_guest
        served = last.get(row.asked_by_id, NEVER)
        places[row.pk] = guest, number[row.asked_by_id], served
        number[row.asked_by_id] += 1
    return sorted(rows, key=lambda row: places[row.pk])
