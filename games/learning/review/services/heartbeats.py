"""Heartbeats of the worker that makes a review."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F, Q, QuerySet

from games.learning.review.models import Review, Status

TRIES = 2
"""The number of workers that may die of a review before it fails."""


def live(*, review: Review, now: datetime) -> bool:
    """Write a heartbeat; return whether the review is still this worker's."""
    return write(review, seen_at=now)


def give_back(*, review: Review) -> None:
    """Requeue a review whose worker stops for its own reasons, without counting a try."""
    its(review).update(status=Status.WAITING, tries=F("tries") - 1)


def fall_back(*, review: Review) -> None:
    """Requeue a review whose worker cannot make it, or fail it after TRIES."""
    failed = review.tries >= TRIES
    write(review, status=Status.FAILED if failed else Status.WAITING)


def write(review: Review, **facts: object) -> bool:
    """Save these columns; return whether the review is still its worker's."""
    return bool(its(review).update(**facts))


def its(review: Review) -> QuerySet[Review]:
    """Return the row of a review, if it is still its worker's."""
    mine = Q(pk=review.pk, status=Status.WORKING, worker=review.worker)
    return Review.objects.filter(mine)
