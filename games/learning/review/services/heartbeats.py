"""Signs of the worker that makes a review."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F, Q, QuerySet

from games.learning.review.models import Review, Status

TRIES = 2
"""The workers that may die of a review before it counts as failed."""


def live(*, review: Review, now: datetime) -> bool:
    """Write that the worker of a review lives; return whether the review is still its own."""
    return write(review, seen_at=now)


def give_back(*, review: Review) -> None:
    """Let a review wait again that its worker leaves for reasons of its own: this was no try."""
    its(review).update(status=Status.WAITING, tries=F("tries") - 1)


def fall_back(*, review: Review) -> None:
    """Let a review wait again that its worker cannot make; it counts as failed after TRIES."""
    failed = review.tries >= TRIES
    write(review, status=Status.FAILED if failed else Status.WAITING)


def write(review: Review, **facts: object) -> bool:
    """Write these columns; return whether the review is still its worker's."""
    return bool(its(review).update(**facts))


def its(review: Review) -> QuerySet[Review]:
    """Return the row of a review, if it is still its worker's."""
    mine = Q(pk=review.pk, status=Status.WORKING, worker=review.worker)
    return Review.objects.filter(mine)
