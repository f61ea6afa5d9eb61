"""Making reviews, one after the other. Each goes on from the stages that are stored already."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime, timedelta
from random import Random

from django.db import transaction
from django.db.models import F, OuterRef, Q, Subquery

from accounts.errands import ask as ask_for_task
from games.bots import judging
from games.review import stored, subject
from games.review.models import Review, Status
from games.review.services.asking import DUE, LOST, WORK

log = logging.getLogger(__name__)

SAVE = timedelta(seconds=2)
TRIES = 2
"""Workers that may die of a review before it is given up."""
LONGEST = timedelta(minutes=30)
"""The time after which a worker gives a review up."""
SHIFT = timedelta(minutes=20)
"""The time after which a worker begins no other review, but asks for another worker: Celery ends a
task after an hour."""

Clock = Callable[[], datetime]


Beside = Callable[[Callable[[], bool]], AbstractContextManager[None]]
"""A function that calls another one again and again while a block runs (pulse.beside)."""


def work(
    *,
    clock: Clock,
    alive: Callable[[], bool] = lambda: True,
    beside: Beside = lambda sign: nullcontext(),
) -> int:
    """Make the reviews that wait, and return how many were done. It ends early once it is no longer
    wanted (`alive`). `beside` has the worker say that it lives whatever takes long."""
    count, begun = 0, clock()
    while alive() and (review := _claim(clock())) is not None:
        try:
            with beside(lambda: _lives(review, clock, alive)):
                count += _make(review, clock, alive)
        except Exception as error:  # its text may hold cards, which must not be logged
            log.error("A review of %s failed: %s", review.table.game, type(error).__name__)
            _write(review, status=Status.FAILED)
        if clock() - begun >= SHIFT:
            ask_for_task(WORK)
            break
    return count


def _lives(review: Review, clock: Clock, alive: Callable[[], bool]) -> bool:
    """Write that the worker of a review lives; return whether it is still wanted. What it leaves
    because it is stopped counts as no try, and waits for the next worker."""
    now = clock()
    if review.began_at is not None and now - review.began_at >= LONGEST:
        _write(review, status=Status.FAILED)
        return False
    if not alive():
        _give_back(review)
        return False
    return bool(_write(review, seen_at=now))


def _give_back(review: Review) -> None:
    _write(review, status=Status.WAITING, tries=F("tries") - 1)


@transaction.atomic
def _claim(now: datetime) -> Review | None:
    """Return the next review to make, marked as this worker's; None if there is none that no other
    worker makes. People take turns, accounts before guests: the next is of whoever was served the
    longest ago."""
    Review.objects.filter(DUE, tries__gte=TRIES, seen_at__lte=now - LOST).update(
        status=Status.FAILED
    )
    free = Review.objects.filter(DUE).exclude(status=Status.WORKING, seen_at__gt=now - LOST)
    served = Review.objects.filter(asked_by=OuterRef("asked_by")).order_by("-began_at")
    began = served.filter(began_at__isnull=False).values("began_at")[:1]
    turns = free.annotate(served=Subquery(began)).order_by(
        F("asked_by__is_guest").asc(nulls_last=True),
        F("served").asc(nulls_first=True),
        "asked_at",
        "pk",
    )
    first = turns.values("pk")[:1]
    rows = free.select_for_update(of=("self",)).select_related("table")
    review = rows.filter(pk__in=Subquery(first)).first()
    if review is None:
        return None
    review.status, review.seen_at, review.worker = Status.WORKING, now, secrets.token_hex(8)
    review.began_at, review.tries = now, review.tries + 1
    review.save(update_fields=["status", "seen_at", "worker", "began_at", "tries"])
    return review


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
            if not _write(review, stages=found, seen_at=now):
                return False
            if not alive():
                _give_back(review)
                return False
    now = clock()
    done = {"status": Status.DONE, "seen_at": now, "done_at": now, "stages": found}
    return bool(_write(review, **done))


def _write(review: Review, **facts: object) -> int:
    """Write these columns if the review is still this worker's; return the number of rows."""
    mine = Q(pk=review.pk, status=Status.WORKING, worker=review.worker)
    return Review.objects.filter(mine).update(**facts)
