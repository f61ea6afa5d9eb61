"""A review is made by one worker, which lives beside the work: however long a stage takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any

import pytest

from games.bots import evaluation
from games.learning.review import services, watchdog
from games.learning.review.models import Review, Status
from games.learning.review.services import jobs
from games.learning.review.services.heartbeats import TRIES
from games.learning.review.watchdog import MOST, Watch
from tests.kit.types import Patch
from tests.review.conftest import LATER, asks, reviewed, works
from tests.tables.conftest import Played

pytestmark = pytest.mark.django_db


class Ended(BaseException):
    """The process has ended."""


@dataclass
class Reviewer:
    """A worker whose stages take as long as `stage` takes."""

    now: datetime = LATER
    spent: float = 0.0
    stage: Callable[[], object] = lambda: None
    ended: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.watch = Watch(clock=lambda: self.now, spent=lambda: self.spent, end=self.end)

    def end(self, code: int) -> None:
        self.ended.append(code)
        raise Ended

    def works(self) -> int:
        return services.work(clock=lambda: self.now, watch=self.watch)

    def passes(self, seconds: float) -> None:
        """Let some time pass, in which the thread beside looks every few seconds."""
        for _ in range(int(seconds / watchdog.EVERY)):
            self.now += timedelta(seconds=watchdog.EVERY)
            self.watch.look()


@pytest.fixture
def reviewer(monkeypatch: Patch) -> Reviewer:
    """Return a reviewer at games with one stage."""
    its = Reviewer()

    def stages(*_: Any) -> Iterator[evaluation.Stage]:
        its.stage()
        yield evaluation.Stage(1, 0, (), {})

    monkeypatch.setattr(jobs.evaluation, "stages", stages)
    return its


def test_a_stage_of_five_minutes_is_begun_once(
    played_out: Played, reviewer: Reviewer, sent: list[str]
) -> None:
    """Every half a minute the scheduler asks, and another machine's worker looks for work."""
    others: list[int] = []

    def long() -> None:
        for _ in range(10):
            reviewer.passes(30)
            assert not services.ask_due(now=reviewer.now)
            others.append(services.work(clock=lambda: reviewer.now))

    asks(played_out)
    reviewer.stage = long
    assert reviewer.works() == 1 and others == [0] * 10 and not sent
    assert Review.objects.get().tries == 1


def test_a_review_that_waits_is_asked_for_while_another_is_made(
    played_out: Played, reviewer: Reviewer, sent: list[str]
) -> None:
    """Another machine may make it. On this one the lock refuses."""
    asks(played_out)
    reviewer.stage = lambda: asks(played_out, times=4) and services.ask_due(now=reviewer.now)
    reviewer.works()
    assert sent


@pytest.mark.parametrize("what", ["stopped", "stopped and asked for again", "taken"])
def test_a_worker_ends_within_seconds_when_its_review_is_gone(
    played_out: Played, reviewer: Reviewer, what: str
) -> None:
    def goes() -> None:
        if what == "taken":
            Review.objects.update(worker="another")
        else:
            services.stop(table_id=played_out.id, user=played_out.cast["ann"])
        if what == "stopped and asked for again":
            asks(played_out)
        reviewer.passes(2 * watchdog.EVERY)
        raise AssertionError("it works on")

    asks(played_out)
    reviewer.stage = goes
    with pytest.raises(Ended):
        reviewer.works()
    assert reviewer.ended == [1]
    assert Review.objects.filter(status=Status.WORKING).exists() == (what == "taken")


def test_two_workers_that_die_are_enough(played_out: Played, reviewer: Reviewer) -> None:
    """They fall silent, as a process that was killed does. The third finds nothing to do."""

    def dies() -> None:
        raise Ended

    asks(played_out)
    reviewer.stage = dies
    for _ in range(TRIES):
        with pytest.raises(Ended):
            reviewer.works()
        reviewer.now += timedelta(minutes=2)
    assert TRIES == 2 and reviewer.works() == 0
    assert Review.objects.get().status == Status.FAILED
    assert not services.ask_due(now=reviewer.now)
    assert asks(played_out).status == Status.WAITING


def test_a_piece_without_end_is_given_up_after_two_tries(
    played_out: Played, reviewer: Reviewer, sent: list[str]
) -> None:
    def hangs() -> None:
        reviewer.spent += MOST + 1
        reviewer.watch.look()

    asks(played_out)
    reviewer.stage = hangs
    for status in (Status.WAITING, Status.FAILED):
        reviewer.watch.turn_to(None)
        with pytest.raises(Ended):
            reviewer.works()
        assert Review.objects.get().status == status
    assert not services.ask_due(now=reviewer.now)


def test_long_work_in_small_pieces_is_not_given_up(played_out: Played, reviewer: Reviewer) -> None:
    def long() -> None:
        for _ in range(20):
            reviewer.spent += MOST / 2
            reviewer.watch.look()
            reviewer.watch.moved()

    asks(played_out)
    reviewer.stage = long
    assert reviewer.works() == 1


def test_a_worker_that_is_stopped_in_order_gives_its_review_back(
    played_out: Played, reviewer: Reviewer
) -> None:
    """However often the site is started anew: no such end is a try."""

    def closes() -> None:
        reviewer.watch.wait(BytesIO(b""))

    asks(played_out)
    reviewer.stage = closes
    for _ in range(2 * TRIES):
        reviewer.watch.turn_to(None)
        with pytest.raises(Ended):
            reviewer.works()
        found = Review.objects.get()
        assert (found.status, found.tries) == (Status.WAITING, 0)


def test_a_sign_that_comes_late_does_not_touch_what_is_done(
    played_out: Played, reviewer: Reviewer
) -> None:
    asks(played_out)
    assert reviewer.works() == 1
    reviewer.watch.look()
    assert not reviewer.ended and Review.objects.get().status == Status.DONE


def test_pieces_are_stored_and_the_next_worker_goes_on_with_them(
    played_out: Played, monkeypatch: Patch
) -> None:
    """A worker dies in the middle of a turn. The review is the one that was made at once."""
    whole = reviewed(played_out).stages
    Review.objects.all().delete()
    asks(played_out)
    made: list[str] = []
    real = jobs.Progress.moved

    def moved(progress: jobs.Progress, pause: timedelta) -> None:
        real(progress, timedelta(0))
        made.append(*list(progress.data)[-1:] or [""])
        if len(progress.data) > 2:
            raise Ended

    with monkeypatch.context() as patched:
        patched.setattr(jobs.Progress, "moved", moved)
        with pytest.raises(Ended):
            works()
    found = Review.objects.get()
    assert found.pieces and len(found.stages) < found.turns
    assert services.work(clock=lambda: LATER + timedelta(days=1)) == 1
    found = Review.objects.get()
    assert found.stages == whole and found.pieces == {}
