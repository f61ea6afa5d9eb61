"""Vouching for accounts that share an address."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import combinations
from typing import Any

from django.db import transaction

from accounts.models import User
from games.ratings.models import Housemates, Ladder, Meeting
from games.ratings.services.eligibility import settle
from games.ratings.services.ladders import lock, recompute
from games.ratings.services.recalculation import Difference


def vouch(*, people: Sequence[User], two: bool = True, now: datetime) -> list[Difference]:
    """Vouch for accounts that share an address as different people's, or stop: their games count,
    and they may be ranked. Rerates from their first such game on; returns the differences.
    Idempotent."""
    pairs = [
        (first, second) for first, second in combinations(sorted({user.pk for user in people}), 2)
    ]
    with transaction.atomic():
        if two:
            Housemates.objects.bulk_create(
                [Housemates(first_id=a, second_id=b, since=now) for a, b in pairs],
                ignore_conflicts=True,
            )
        else:
            for first, second in pairs:
                Housemates.objects.filter(first=first, second=second).delete()
    ids = [user.pk for user in people]
    shared: Any = Meeting.objects.filter(shared=True, first__in=ids, second__in=ids)
    found = []
    for game, ladder in shared.order_by("game", "ladder").values_list("game", "ladder").distinct():
        with transaction.atomic():
            lock(game, Ladder(ladder))
            first = (
                shared.filter(game=game, ladder=ladder)
                .order_by("at", "table")
                .values_list("at", "table")
                .first()
            )
            found += recompute(game, Ladder(ladder), first, now) if first else []
    settle(now=now, users=ids)
    return found
