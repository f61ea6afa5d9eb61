"""One file a day, one at a time, made once, by whichever worker, and gone after a week."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError

from accounts import exporting
from accounts import services as accounts
from accounts.exporting import Source
from accounts.models import Letter
from games.export import selectors, services, tasks
from games.export.models import Export, Piece
from games.export.services import archives
from tests.export.conftest import DAY, NOON, made, opened
from tests.kit.types import Cast, Patch, Together

pytestmark = pytest.mark.django_db


def test_once_a_day(cast: Cast) -> None:
    made(cast["ann"])
    with pytest.raises(services.TooSoon):
        services.request(user=cast["ann"], now=NOON + 0.9 * DAY)
    services.request(user=cast["dee"], now=NOON)
    services.request(user=cast["ann"], now=NOON + DAY)


def test_one_at_a_time_however_long_it_takes(cast: Cast) -> None:
    services.request(user=cast["ann"], now=NOON)
    with pytest.raises(services.TooSoon):
        services.request(user=cast["ann"], now=NOON + 3 * DAY)
    with pytest.raises(IntegrityError):
        Export.objects.create(user=cast["ann"], asked_at=NOON)


def test_a_letter_leads_to_the_page_and_holds_no_secret(
    cast: Cast, belongings: None, settings: Any
) -> None:
    made(cast["ann"])
    letter = Letter.objects.get(kind="data_ready")
    assert letter.to == "ann@example.org"
    assert f"{settings.BASE_URL}/accounts/data/\n" in letter.body


def test_without_an_address_there_is_no_letter(cast: Cast) -> None:
    made(cast["dee"])
    assert not Letter.objects.exists()


@pytest.fixture
def broken() -> Any:
    """Let a source fail until it is mended."""

    def fails(user_id: int) -> Any:
        raise RuntimeError

    exporting.provide(Source("broken", "Broken.", fails))
    yield
    exporting._sources.pop("broken", None)


def test_what_fails_is_tried_three_times_and_may_be_asked_for_again(
    cast: Cast, broken: None, caplog: Any
) -> None:
    export = services.request(user=cast["ann"], now=NOON)
    assert [services.make_due(now=NOON, limit=1) for _ in range(4)] == [0, 0, 0, 0]
    export.refresh_from_db()
    assert (export.state, export.tries) == ("failed", 3)
    assert selectors.next_at(cast["ann"].pk, NOON) is None
    assert "An export could not be made." in caplog.text


def test_a_worker_that_died_leaves_it_to_the_next(cast: Cast) -> None:
    export = services.request(user=cast["ann"], now=NOON)
    assert archives._claim(export, NOON)
    Piece.objects.create(export=export, attempt=1, number=0, data=b"half")
    assert services.make_due(now=NOON + archives.DEAD / 2) == 0
    assert services.make_due(now=NOON + archives.DEAD * 1.1) == 1
    export.refresh_from_db()
    assert "README.txt" in opened(export)


def test_a_slow_worker_that_comes_back_spoils_nothing(cast: Cast, monkeypatch: Patch) -> None:
    export = services.request(user=cast["ann"], now=NOON)
    assert archives._claim(export, NOON)
    slow = Export.objects.get(pk=export.pk)
    assert services.make_due(now=NOON + 2 * archives.DEAD) == 1
    assert not archives._make(slow, NOON), "it is ready already, by another attempt"
    export.refresh_from_db()
    assert export.tries == 2 and "README.txt" in opened(export)


def test_closing_the_account_deletes_the_files(cast: Cast) -> None:
    made(cast["ann"])
    waiting = services.request(user=cast["dee"], now=NOON)
    for name in ("ann", "dee"):
        accounts.close(user=cast[name], now=NOON)
    assert not Export.objects.exists() and not Piece.objects.exists()
    assert not archives._claim(waiting, NOON)


@pytest.mark.django_db(transaction=True)
def test_an_account_that_closes_while_its_file_is_made(cast: Cast) -> None:
    export = services.request(user=cast["ann"], now=NOON)
    assert archives._claim(export, NOON)
    accounts.close(user=cast["ann"], now=NOON)
    assert not archives._make(export, NOON)
    assert not Piece.objects.exists()


def test_after_a_week_it_is_gone(cast: Cast) -> None:
    export = made(cast["ann"])
    assert selectors.ready(cast["ann"].pk, export.pk, NOON + 6.9 * DAY) == export
    assert selectors.ready(cast["ann"].pk, export.pk, NOON + 7 * DAY) is None
    assert services.forget(now=NOON + 7.1 * DAY, after=selectors.KEPT, limit=5) == 1
    assert not Piece.objects.exists()


def test_the_task(cast: Cast) -> None:
    services.request(user=cast["ann"], now=NOON)
    assert tasks.make_due() == 1 and tasks.make_due() == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_two_requests_at_once_are_one(cast: Cast, together: Together) -> None:
    answers = together(*[lambda: services.request(user=cast["ann"], now=NOON)] * 3)
    assert sum(isinstance(answer, services.TooSoon) for answer in answers) == 2, answers
    assert Export.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_two_workers_make_each_file_once(cast: Cast, together: Together) -> None:
    for user in cast.values():
        services.request(user=user, now=NOON)
    answers = together(*[lambda: services.make_due(now=NOON)] * 2)
    assert all(isinstance(answer, int) for answer in answers), answers
    assert sum(answers) == 4
    for export in Export.objects.all():
        assert export.tries == 1 and "README.txt" in opened(export)
