"""Reading reviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.bots import judging
from games.bots.judging import Stage
from games.registry import bots
from games.review import stored, story, subject
from games.review.line import in_line
from games.review.models import Review, Status
from games.review.services.asking import DUE, is_made
from games.review.story import Story
from games.tables.models import Seat, Table
from games.tables.state.turns import Run


@dataclass(frozen=True, slots=True)
class Found:
    """The reviews of a table: the deepest that is done, and the one that is due or failed."""

    done: Review | None
    other: Review | None


def of(table_id: str) -> Found:
    """Return the reviews of a table."""
    rows = list(Review.objects.filter(table=table_id).order_by("times"))
    done = [row for row in rows if row.status == Status.DONE]
    others = [row for row in rows if row.status != Status.DONE]
    return Found(done[-1] if done else None, others[-1] if others else None)


def before(review: Review, now: datetime) -> int:
    """Return how many reviews are made or will be made before this one."""
    due = Review.objects.filter(DUE).select_related("asked_by").defer("stages", "pieces")
    waiting = [row for row in due if not is_made(row, now)]
    return len(due) - len(waiting) + in_line(waiting).index(review)


def left(review: Review, now: datetime) -> float | None:
    """Return the seconds that a review will still take; None as long as nobody can tell."""
    done = len(review.stages)
    if not done or review.began_at is None or review.seen_at is None or not review.turns:
        return None
    spent = (review.seen_at - review.began_at).total_seconds()
    if spent <= 0 or review.tries > 1:
        return None
    more = spent / done * (review.turns - done) - (now - review.seen_at).total_seconds()
    return max(0.0, more)


def seat_of(table: Table, user_id: int | None) -> Seat:
    """Return the seat that a review is shown for: the reader's, or else the first person's."""
    people = [seat for seat in _seats(table) if seat.user_id is not None]
    return next((seat for seat in people if seat.user_id == user_id), people[0])


def _seats(table: Table) -> Sequence[Seat]:
    return list(table.seats.select_related("user").order_by("number"))


def told(table: Table, review: Review, seat: int, runs: Sequence[Run]) -> Story:
    """Return the story of a seat, as far as the review has come."""
    stages: tuple[Stage, ...] = stored.read(review.stages)
    numbers = [run.number for run in runs]
    slip = judging.slip(bots()[table.game])
    return story.tell(stages, numbers, seat, slip=slip, alone=table.seat_count == 1)


def runs(table: Table) -> tuple[Run, ...]:
    """Return the turns of a table."""
    return subject.runs(table)
