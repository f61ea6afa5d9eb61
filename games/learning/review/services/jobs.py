"""Making reviews, one by one, each from its stored stages and pieces on."""

from __future__ import annotations

import logging
import secrets
from collections import UserDict
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from typing import TYPE_CHECKING, Any

from django.db import DatabaseError, transaction

from games.bots import evaluation
from games.bots.evaluation import Stage
from games.learning.review import storage, subject
from games.learning.review.models import Review, Status
from games.learning.review.services.heartbeats import TRIES, write
from games.learning.review.services.requests import DUE, in_line, is_made

if TYPE_CHECKING:
    from games.learning.review.watchdog import Watch

log = logging.getLogger(__name__)

SAVE = timedelta(seconds=2)
SAVE_PIECES = timedelta(seconds=10)
"""How often pieces are stored."""

Clock = Callable[[], datetime]


class Lost(Exception):
    """The review was stopped, or another worker has it."""


def work(*, clock: Clock, watch: Watch | None = None) -> int:
    """Make the waiting reviews, and return how many were done, leaving those of other workers.
    `watch` is told of each review and each piece."""
    count = 0
    while (review := _claim(clock())) is not None:
        if watch:
            watch.turn_to(review)
        done = _tried(review, clock, watch)
        if watch:
            watch.turn_to(None)  # it would take a finished review for lost
        count += write(review, **done) and done["status"] == Status.DONE
    return count


def _tried(review: Review, clock: Clock, watch: Watch | None) -> dict[str, Any]:
    """Try to make a review, and return its columns."""
    try:
        return _make(review, clock, watch)
    except Lost:
        return {"status": Status.FAILED}  # unused: it is no longer this worker's
    except DatabaseError:
        raise  # not the review's fault
    except Exception as error:  # its text may name cards, which must not be logged
        log.error("A review of %s failed: %s", review.table.game, type(error).__name__)
        return {"status": Status.FAILED}


@transaction.atomic
def _claim(now: datetime) -> Review | None:
    """Claim the next review, or return None."""
    due = Review.objects.filter(DUE).select_for_update(of=("self",)).order_by("pk")
    rows = due.select_related("table", "asked_by").defer("stages", "pieces")
    free = [row for row in rows if not is_made(row, now)]
    hopeless = [row.pk for row in free if row.tries >= TRIES]
    Review.objects.filter(pk__in=hopeless).update(status=Status.FAILED)
    line = in_line(row for row in free if row.tries < TRIES)
    if not line:
        return None
    review = line[0]
    review.status, review.seen_at, review.worker = Status.WORKING, now, secrets.token_hex(8)
    review.began_at, review.tries = now, review.tries + 1
    review.save(update_fields=["status", "seen_at", "worker", "began_at", "tries"])
    return review


def _make(review: Review, clock: Clock, watch: Watch | None) -> dict[str, Any]:
    """Make a review, and return its final columns. Raises Lost."""
    table = review.table
    depth = subject.depth(table.game, table.seat_count, review.times)
    game = subject.game(table, list(table.seats.all()))
    assert depth is not None

    def dice(name: str) -> Random:
        return Random(f"{table.id} {review.times} {name}")

    progress = Progress(review, clock, watch)
    progress.save(turns=len(game.turns))
    for stage in evaluation.stages(game, dice, depth, len(review.stages), progress):
        progress.add(stage)
    now = clock()
    done = {"status": Status.DONE, "seen_at": now, "done_at": now}
    return done | {"stages": progress.stages, "pieces": {}}


class Progress(UserDict[str, Any]):
    """The stages of a review, and the pieces of the next by name, stored every few seconds."""

    def __init__(self, review: Review, clock: Clock, watch: Watch | None) -> None:
        super().__init__()
        self.review, self.clock, self.watch = review, clock, watch
        self.data, self.stages = dict(review.pieces), list(review.stages)
        self.saved = clock()

    def __setitem__(self, name: str, piece: Any) -> None:
        super().__setitem__(name, piece)
        self.moved(SAVE_PIECES)

    def add(self, stage: Stage) -> None:
        """Add a stage, and drop its pieces."""
        self.stages.append(storage.written(stage))
        self.moved(SAVE)

    def moved(self, pause: timedelta) -> None:
        """Save if the last save is this long ago. Raises Lost."""
        if self.watch:
            self.watch.moved()
        if self.clock() - self.saved >= pause:
            self.save(stages=self.stages, pieces=self.data)

    def save(self, **facts: object) -> None:
        """Save these columns. Raises Lost."""
        self.saved = self.clock()
        if not write(self.review, seen_at=self.saved, **facts):
            raise Lost
