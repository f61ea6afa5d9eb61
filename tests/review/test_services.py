"""Reviews are asked for, made, stopped, and made again after a worker has died."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.bots import evaluation
from games.learning.review import services, storage
from games.learning.review.errors import NoReview, NotForGuests, NotYourGame, TooManyReviews
from games.learning.review.models import Review, Status
from games.learning.review.services.heartbeats import TRIES
from tests.kit.types import Log, Patch
from tests.review.conftest import LATER, asks, reviewed, works
from tests.tables.conftest import Against, Played, anns_turn

pytestmark = pytest.mark.django_db


def test_a_review_is_made_once(
    played_out: Played, sent: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        first, second = asks(played_out), asks(played_out, "ben")
    assert first.pk == second.pk and sent == ["games.learning.review.tasks.work"]
    assert works() == 1 and works() == 0
    review = Review.objects.get()
    assert review.status == Status.DONE and len(review.stages) == review.turns > 40
    last = storage.read(review.stages)[-1]
    scores = played_out.row.seats.order_by("number").values_list("score", flat=True)
    assert last.expected[0].ahead == scores[0] - scores[1]
    assert last.expected[0].spread == 0


def test_the_same_dice_make_the_same_review(played_out: Played) -> None:
    first = reviewed(played_out).stages
    Review.objects.all().delete()
    asks(played_out, "ben")
    works()
    assert Review.objects.get().stages == first


def test_a_worker_that_dies_leaves_what_it_has(played_out: Played, monkeypatch: Patch) -> None:
    asks(played_out)
    ticks = iter(range(60))

    def clock() -> datetime:
        if (tick := next(ticks, None)) is None:
            raise SystemExit
        return LATER + timedelta(seconds=tick)

    with pytest.raises(SystemExit):
        services.work(clock=clock)
    review = Review.objects.get()
    assert review.status == Status.WORKING and 0 < len(review.stages) < review.turns
    seen = review.seen_at
    assert seen is not None
    assert services.work(clock=lambda: seen + timedelta(seconds=1)) == 0  # it may live still
    made: list[int] = []
    real = evaluation.decision

    def watched(game: Any, state: Any, ply: int, *more: Any) -> Any:
        made.append(ply)
        return real(game, state, ply, *more)

    monkeypatch.setattr(evaluation, "decision", watched)
    assert services.work(clock=lambda: seen + timedelta(minutes=2)) == 1
    assert min(made) >= review.stages[-1]["ply"]
    assert Review.objects.get().status == Status.DONE


def test_whoever_is_silent_is_asked_again(played_out: Played, sent: list[str]) -> None:
    assert not services.ask_due(now=LATER)
    asks(played_out)
    assert services.ask_due(now=LATER) and sent == ["games.learning.review.tasks.work"]
    Review.objects.update(status=Status.WORKING, seen_at=LATER)
    assert not services.ask_due(now=LATER + timedelta(seconds=30))
    assert services.ask_due(now=LATER + timedelta(seconds=90))


def test_a_review_that_kills_its_workers_fails(played_out: Played) -> None:
    asks(played_out)
    Review.objects.update(status=Status.WORKING, seen_at=LATER, tries=TRIES)
    assert services.work(clock=lambda: LATER + timedelta(minutes=5)) == 0
    assert Review.objects.get().status == Status.FAILED
    assert asks(played_out).status == Status.WAITING


def test_a_fault_fails_one_review_and_says_no_card(
    played_out: Played, monkeypatch: Patch, caplog: Log
) -> None:
    def fails(*_: Any) -> None:
        raise ValueError("R7 is in the hand")

    monkeypatch.setattr(evaluation, "decision", fails)
    asks(played_out)
    assert works() == 0
    assert Review.objects.get().status == Status.FAILED
    assert "R7" not in caplog.text and "ValueError" in caplog.text


def test_only_who_asked_stops_it(played_out: Played) -> None:
    asks(played_out)
    services.stop(table_id=played_out.id, user=played_out.cast["ben"])
    assert Review.objects.exists()
    services.stop(table_id=played_out.id, user=played_out.cast["ann"])
    assert not Review.objects.exists()


def test_only_who_has_played_asks(played_out: Played) -> None:
    for name in ("cal", "dee"):
        for times in (1, 4):
            with pytest.raises(NotYourGame):
                asks(played_out, name, times)
    asks(played_out)
    with pytest.raises(NotYourGame):
        asks(played_out, "dee")
    assert Review.objects.get().asked_by == played_out.cast["ann"]


def test_guests_ask_for_no_deeper_review(played_out: Played) -> None:
    played_out.cast["ann"].is_guest = True
    asks(played_out)
    with pytest.raises(NotForGuests):
        asks(played_out, times=4)
    assert asks(played_out, "ben", times=4).times == 4


def test_nothing_is_reviewed_before_the_end(table: Played) -> None:
    with pytest.raises(NoReview):
        asks(table)


def test_a_game_that_was_broken_off_has_none(against: Against) -> None:
    table = against()
    table.does("ann", "abort")
    assert table.row.status == "ended"
    with pytest.raises(NoReview):
        asks(table)


def test_a_game_that_was_resigned_has_one(against: Against) -> None:
    table = against()
    anns_turn(table)
    table.bots_play()
    table.does("ann", "resign")
    asks(table)
    assert works() == 1
    assert len(Review.objects.get().stages) > 2


def test_nobody_fills_the_queue(played_out: Played, settings: Any) -> None:
    settings.LIMIT_COUNTS = settings.LIMIT_COUNTS | {"reviews": 1}
    asks(played_out)
    with pytest.raises(TooManyReviews):
        asks(played_out, times=4)
    assert asks(played_out).times == 1
    with pytest.raises(NoReview):
        asks(played_out, "ben", times=99)
