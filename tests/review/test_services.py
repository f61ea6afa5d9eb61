"""Reviews are asked for, made, stopped, and made again after a worker has died."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest

from accounts.services import new_guest
from games.bots import judging
from games.review import services, stored
from games.review.errors import NoReview, NotYours, TooManyReviews
from games.review.models import Review, Status
from games.review.services import working
from games.review.services.working import LONGEST, TRIES
from tests.review.conftest import LATER, asks, works
from tests.tables.conftest import Against, Played, anns_turn

pytestmark = pytest.mark.django_db


def test_a_review_is_made_once(
    played_out: Played, sent: list[str], django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        first, second = asks(played_out), asks(played_out, "ben")
    assert first.pk == second.pk and sent == ["games.review.tasks.work"]
    assert works() == 1 and works() == 0
    review = Review.objects.get()
    assert review.status == Status.DONE and len(review.stages) == review.turns > 40
    last = stored.read(review.stages)[-1]
    scores = played_out.row.seats.order_by("number").values_list("score", flat=True)
    assert last.expected[0].ahead == scores[0] - scores[1]
    assert last.expected[0].spread == 0


def test_the_same_dice_make_the_same_review(played_out: Played) -> None:
    asks(played_out)
    works()
    first = Review.objects.get().stages
    Review.objects.all().delete()
    asks(played_out, "ben")
    works()
    assert Review.objects.get().stages == first


def test_a_worker_that_dies_leaves_what_it_has(
    played_out: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    asks(played_out)
    ticks = iter(range(1000))
    alive = iter([True] * 5 + [False] * 5)
    services.work(clock=lambda: LATER + timedelta(seconds=next(ticks)), alive=lambda: next(alive))
    review = Review.objects.get()
    assert review.status == Status.WAITING and 0 < len(review.stages) < review.turns
    assert review.tries == 0  # it was stopped, and has not failed
    seen = review.seen_at
    assert seen is not None
    Review.objects.update(status=Status.WORKING, tries=1)  # as if it had been killed
    assert services.work(clock=lambda: seen + timedelta(seconds=1)) == 0  # it may live still
    made: list[int] = []
    real = judging.decision

    def watched(game: Any, state: Any, ply: int, *more: Any) -> Any:
        made.append(ply)
        return real(game, state, ply, *more)

    monkeypatch.setattr(judging, "decision", watched)
    assert services.work(clock=lambda: seen + timedelta(minutes=2)) == 1
    assert min(made) >= review.stages[-1]["ply"]
    assert Review.objects.get().status == Status.DONE


def test_whoever_is_silent_is_asked_again(played_out: Played, sent: list[str]) -> None:
    assert not services.ask_due(now=LATER)
    asks(played_out)
    assert services.ask_due(now=LATER) and sent == ["games.review.tasks.work"]
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
    played_out: Played, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: Any) -> None:
        raise ValueError("R7 is in the hand")

    monkeypatch.setattr(judging, "decision", fails)
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


# --- one after the other, and nobody twice before others ---


def waits(played: Played, user: Any, asked: int, **more: Any) -> Review:
    """Write a review that somebody asked for so many seconds after the game."""
    facts = {"times": 100 + asked, "asked_at": LATER + timedelta(seconds=asked)} | more
    return Review.objects.create(table=played.row, asked_by=user, **facts)


def test_people_take_turns_accounts_before_guests(played_out: Played) -> None:
    guest = new_guest()
    ann, ben = played_out.cast["ann"], played_out.cast["ben"]
    of_guest = waits(played_out, guest, 0)
    first, second, third = (waits(played_out, ann, number) for number in (1, 2, 3))
    bens = waits(played_out, ben, 4)
    found = []
    for number in range(5):
        claimed = working._claim(LATER + timedelta(minutes=number))
        assert claimed
        found.append(claimed)
        Review.objects.filter(pk=claimed.pk).update(status=Status.DONE)
    assert found == [first, bens, second, third, of_guest]


def test_a_stage_of_five_minutes_is_begun_by_one_worker_alone(
    played_out: Played, monkeypatch: pytest.MonkeyPatch, sent: list[str]
) -> None:
    """The worker says that it lives from beside the work, and nobody takes it for dead."""
    asks(played_out)
    now, signs = [LATER], []

    @contextmanager
    def beside(sign: Any) -> Any:
        signs.append(sign)
        yield

    def long_decision(*_: Any) -> list[Any]:
        for _half_minute in range(10):
            now[0] += timedelta(seconds=30)
            assert signs[-1]()
            assert not services.ask_due(now=now[0])
            assert services.work(clock=lambda: now[0]) == 0
        monkeypatch.setattr(judging, "decision", lambda *_: [])
        return []

    monkeypatch.setattr(judging, "decision", long_decision)
    assert services.work(clock=lambda: now[0], beside=beside) == 1
    review = Review.objects.get()
    assert (review.status, review.tries, sent) == (Status.DONE, 1, [])


def test_a_worker_whose_review_is_gone_or_anothers_is_to_end(played_out: Played) -> None:
    asks(played_out)
    review = working._claim(LATER)
    assert review and working._lives(review, lambda: LATER, lambda: True)
    Review.objects.update(worker="another")
    assert not working._lives(review, lambda: LATER, lambda: True)
    Review.objects.update(worker=review.worker)
    services.stop(table_id=played_out.id, user=played_out.cast["ann"])
    assert not working._lives(review, lambda: LATER, lambda: True)


def test_a_review_that_takes_too_long_is_given_up(played_out: Played) -> None:
    asks(played_out)
    review = working._claim(LATER)
    assert review and not working._lives(review, lambda: LATER + LONGEST, lambda: True)
    assert Review.objects.get().status == Status.FAILED
    assert working._claim(LATER + LONGEST) is None


def test_a_worker_ends_its_shift_and_asks_for_another(
    played_out: Played, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(working, "ask_for_task", asked.append)
    asks(played_out)
    waits(played_out, played_out.cast["ben"], 5)
    hours = iter(range(1000))
    assert services.work(clock=lambda: LATER + timedelta(minutes=next(hours))) == 1
    assert asked == ["games.review.tasks.work"] and Review.objects.filter(times=105).exists()


def test_only_those_who_sat_there_ask_and_guests_not_for_a_deep_one(played_out: Played) -> None:
    for stranger in ("cal", "dee"):
        with pytest.raises(NotYours):
            asks(played_out, stranger)
    guest = new_guest()
    played_out.row.seats.filter(user=played_out.cast["ben"]).update(user=guest)
    with pytest.raises(NotYours):
        services.ask(table_id=played_out.id, user=guest, times=4, now=LATER)
    assert services.ask(table_id=played_out.id, user=guest, now=LATER).times == 1
