"""Requesting and stopping reviews."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Max, Q, QuerySet

from accounts.models import User
from accounts.task_messages import send as ask_for_task
from games.learning.review.errors import NoReview, NotForGuests, NotYourGame, TooManyReviews
from games.learning.review.models import Review, Status
from games.learning.review.subject import can_be_reviewed, has_played
from games.tables import access

WORK = "games.learning.review.tasks.work"
DEPTHS = (1, 4)
"""The multiples of the default number of deals on offer."""
LOST = timedelta(minutes=1)
"""The silence after which a worker counts as dead."""
DUE = Q(status__in=[Status.WAITING, Status.WORKING])
NEVER = datetime.min.replace(tzinfo=UTC)


@transaction.atomic
def ask(*, table_id: str, user: User, times: int = 1, now: datetime) -> Review:
    """Return the review of a table at this depth, requesting it if missing or failed. Only players
    of the game may ask. Raises TableError."""
    table = access.find(table_id)
    if not can_be_reviewed(table, now) or times not in DEPTHS:
        raise NoReview
    if not has_played(table, user):
        raise NotYourGame
    if user.is_guest and times != 1:
        raise NotForGuests
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    found = Review.objects.filter(table=table, times=times).first()
    if found is not None and found.status != Status.FAILED:
        return found
    if Review.objects.filter(DUE, asked_by=user).count() >= settings.LIMIT_COUNTS["reviews"]:
        raise TooManyReviews
    # a piece may be the cause of the failure
    asked = {"asked_by": user, "asked_at": now, "tries": 0, "worker": "", "pieces": {}}
    asked["status"] = Status.WAITING
    review, _new = Review.objects.update_or_create(table=table, times=times, defaults=asked)
    transaction.on_commit(lambda: ask_for_task(WORK), robust=True)
    return review


@transaction.atomic
def stop(*, table_id: str, user: User) -> None:
    """Stop this user's unfinished reviews of a table. Their worker notices within seconds
    (games.learning.review.watchdog)."""
    Review.objects.filter(DUE, table=table_id, asked_by=user).delete()


def ask_due(*, now: datetime) -> bool:
    """Send the workers another message if a review is not in progress: a message was lost, or a
    worker died. Returns whether it did."""
    due = due_reviews(now=now).only("status", "seen_at")
    if all(is_made(review, now) for review in due):
        return False
    ask_for_task(WORK)
    return True


def due_reviews(*, now: datetime) -> QuerySet[Review]:
    """Return the unfinished reviews."""
    return Review.objects.filter(DUE)


def is_made(review: Review, now: datetime) -> bool:
    """Return whether a live worker makes a review."""
    lives = review.seen_at is not None and review.seen_at > now - LOST
    return review.status == Status.WORKING and lives


def in_line(waiting: Iterable[Review]) -> list[Review]:
    """Return reviews in the order in which they are made, if nobody asks for more."""
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
