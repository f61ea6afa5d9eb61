"""Queries for reviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median

from games.bots import evaluation
from games.bots.evaluation import Stage
from games.learning.review import storage, subject, summary
from games.learning.review.errors import NoReview
from games.learning.review.models import Review, Status
from games.learning.review.services.requests import DUE, in_line, is_made
from games.learning.review.summary import Summary
from games.registry import bots
from games.tables import access
from games.tables.board import presenter
from games.tables.models import Seat, Table
from games.tables.state.public import PublicTable
from games.tables.state.turns import Run

LAST = 9
"""The number of reviews that predict the duration of the next."""
FIRST = 120.0
"""The predicted seconds before any has been made."""


@dataclass(frozen=True, slots=True)
class Found:
    """The reviews of a table: the deepest finished one, and one that is due or failed."""

    done: Review | None
    other: Review | None

    @property
    def shown(self) -> Review | None:
        """Return the one to show: that which is due, unless it failed, or else the finished one."""
        due = self.other if self.other and self.other.status != Status.FAILED else None
        return due or self.done or self.other


def find(table_id: str, now: datetime, user_id: int | None = None) -> tuple[Table, PublicTable]:
    """Return an ended table that can be reviewed, if this user may see it. Raises NoSuchTable or
    NoReview."""
    table, found = access.find(table_id), presenter.glance(table_id, user_id)
    if not subject.can_be_reviewed(table, now):
        raise NoReview
    return table, found


def reviews_of(table_id: str) -> Found:
    """Return the reviews of a table."""
    rows = list(Review.objects.filter(table=table_id).order_by("times"))
    done = [row for row in rows if row.status == Status.DONE]
    others = [row for row in rows if row.status != Status.DONE]
    return Found(done[-1] if done else None, others[-1] if others else None)


def queued_ahead(review: Review, now: datetime) -> list[Review]:
    """Return the reviews in progress or ahead in the queue."""
    due = Review.objects.filter(DUE).select_related("asked_by", "table").defer("stages", "pieces")
    made = [row for row in due if is_made(row, now)]
    waiting = in_line(row for row in due if row not in made)
    return made + waiting[: waiting.index(review)]


def estimated_wait(review: Review, before: Sequence[Review], now: datetime) -> float:
    """Return the estimated seconds until a waiting review is done, with those ahead, by recent ones
    of each game and depth."""
    known: dict[tuple[str, int], float] = {}
    seconds = 0.0
    for row in (*before, review):
        kind = row.table.game, row.times
        if kind not in known:
            known[kind] = _usual(*kind)
        rest = seconds_left(row, now) if row.status == Status.WORKING else None
        seconds += known[kind] if rest is None else rest
    return seconds


def _usual(game: str, times: int) -> float:
    done = Review.objects.filter(table__game=game, times=times, status=Status.DONE, tries=1)
    rows = done.exclude(began_at=None).exclude(done_at=None).order_by("-done_at")
    spent = [
        (done_at - began_at).total_seconds()
        for began_at, done_at in rows.values_list("began_at", "done_at")[:LAST]
        if began_at and done_at
    ]
    return median(spent) if spent else FIRST * times


def seconds_left(review: Review, now: datetime) -> float | None:
    """Return the seconds left of a review in progress; None while unknown."""
    done = len(review.stages)
    if not done or review.began_at is None or review.seen_at is None or not review.turns:
        return None
    spent = (review.seen_at - review.began_at).total_seconds()
    if spent <= 0 or review.tries > 1:
        return None
    more = spent / done * (review.turns - done) - (now - review.seen_at).total_seconds()
    return max(0.0, more)


def seat_of(table: Table, user_id: int | None, number: int | None = None) -> Seat:
    """Return the seat to show a review for: the one of that number if a person sits there, or else
    the reader's, or the first person's."""
    people = [seat for seat in _seats(table) if seat.user_id is not None]
    wanted = [seat for seat in people if seat.number == number]
    return next(iter(wanted + [seat for seat in people if seat.user_id == user_id]), people[0])


def _seats(table: Table) -> Sequence[Seat]:
    return list(table.seats.select_related("user").order_by("number"))


def summary_of(table: Table, review: Review, seat: int, runs: Sequence[Run]) -> Summary:
    """Return the summary of a seat, so far."""
    stages: tuple[Stage, ...] = storage.read(review.stages)
    numbers = [run.number for run in runs]
    slip = evaluation.slip(bots()[table.game])
    return summary.summarize(stages, numbers, seat, slip=slip, alone=table.seat_count == 1)


def runs(table: Table) -> tuple[Run, ...]:
    """Return the turns of a table."""
    return subject.runs(table)
