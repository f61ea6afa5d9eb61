"""Making reviews, one after the other. Each goes on from the stages that are stored already."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

from django.db import transaction
from django.db.models import Q

from games.bots import judging
from games.review import stored, subject
from games.review.models import Review, Status
from games.review.services.asking import DUE, LOST

log = logging.getLogger(__name__)

SAVE = timedelta(seconds=2)
TRIES = 5
"""Workers that may die of a review before it counts as failed."""

Clock = Callable[[], datetime]


def work(*, clock: Clock, alive: Callable[[], bool] = lambda: True) -> int:
    """Make the reviews that wait, the first asked first; return how many were done. Nothing is done
    while another worker makes one. It ends early once it is no longer wanted (`alive`)."""
    count = 0
    while alive() and (review := _claim(clock())) is not None:
        try:
            count += _make(review, clock, alive)
        except Exception as error:  # its text may hold cards, which must not be logged
            log.error("A review of %s failed: %s", review.table.game, type(error).__name__)
            _write(review, status=Status.FAILED)
    return count


@transaction.atomic
def _claim(now: datetime) -> Review | None:
    """Return the next review to make, marked as this worker's; None if there is none, or another
    worker makes one."""
    Review.objects.filter(DUE, tries__gte=TRIES, seen_at__lte=now - LOST).update(
        status=Status.FAILED
    )
    due = Review.objects.filter(DUE).select_for_update(of=("self",)).order_by("asked_at", "pk")
    rows = list(due.select_related("table"))
    if any(row.status == Status.WORKING and _seen(row, now) for row in rows) or not rows:
        return None
    review = rows[0]
    review.status, review.seen_at, review.worker = Status.WORKING, now, secrets.token_hex(8)
    review.began_at, review.tries = now, review.tries + 1
    review.save(update_fields=["status", "seen_at", "worker", "began_at", "tries"])
    return review


def _seen(review: Review, now: datetime) -> bool:
    return review.seen_at is not None and review.seen_at > now - LOST


def _make(review: Review, clock: Clock, alive: Callable[[], bool]) -> bool:
    """Make a review; False if it was stopped or given up before its end."""
    table = review.table
    depth = subject.depth(table.game, table.seat_count, review.times)
    game = subject.game(table, list(table.seats.all()))
    assert depth is not None
    found, saved = list(review.stages), clock()

    def dice(name: str) -> Random:
        return Random(f"{table.id} {review.times} {name}")

    if not _write(review, turns=len(game.turns), seen_at=saved):
        return False
    for stage in judging.stages(game, dice, depth, len(found)):
        found.append(stored.written(stage))
        if (now := clock()) - saved >= SAVE:
            saved = now
            if not _write(review, stages=found, seen_at=now) or not alive():
                return False
    now = clock()
    done = {"status": Status.DONE, "seen_at": now, "done_at": now, "stages": found}
    return bool(_write(review, **done))


def _write(review: Review, **facts: object) -> int:
    """Write these columns if the review is still this worker's; return the number of rows."""
    mine = Q(pk=review.pk, status=Status.WORKING, worker=review.worker)
    return Review.objects.filter(mine).update(**facts)
