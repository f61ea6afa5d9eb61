"""The line for reviews: one person after the other, accounts before guests."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from games.learning.review import selectors, services
from games.learning.review.models import Review, Status
from games.learning.review.services import jobs
from games.learning.review.services.requests import in_line
from games.tables import services as tables
from tests.kit.types import Cast, Together
from tests.review.conftest import LATER
from tests.tables.conftest import Played

SECOND = timedelta(seconds=1)
Line = Callable[[str], list[Review]]


@pytest.fixture
def line(cast: Cast) -> Line:
    """Return a function that has people ask, one after the other: Cal and Dee are guests."""
    for guest in (cast["cal"], cast["dee"]):
        guest.is_guest = True
        guest.save()

    def ask(names: str) -> list[Review]:
        asked = []
        for number, name in enumerate(names.split()):
            opened = tables.open_table(creator=cast[name], game="lost_cities", now=LATER)
            row = Review(table_id=opened.id, asked_by=cast[name], asked_at=LATER + number * SECOND)
            row.save()
            asked.append(row)
        return asked

    return ask


def names(rows: list[Review]) -> str:
    return " ".join(row.asked_by.username for row in rows if row.asked_by)


def served(limit: int = 20) -> str:
    """Make all reviews, each at once, and return for whom."""
    found = []
    for second in range(limit):
        review = jobs._claim(LATER + timedelta(hours=1, seconds=second))
        if review is None:
            break
        Review.objects.filter(pk=review.pk).update(status=Status.DONE)
        found.append(review)
    return names(found)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("asked", "made"),
    [
        ("ann ann ann ben", "ann ben ann ann"),
        ("ann ann ben ben", "ann ben ann ben"),
        ("cal cal dee ann", "ann cal dee cal"),
        ("cal dee ben ben ann", "ben ann ben cal dee"),
    ],
)
def test_nobody_waits_behind_all_of_another(line: Line, asked: str, made: str) -> None:
    rows = line(asked)
    assert names(in_line(rows)) == made
    told = [len(selectors.queued_ahead(row, LATER)) for row in in_line(rows)]
    assert told == list(range(len(rows)))
    assert served() == made


@pytest.mark.django_db
def test_who_was_served_asks_again_and_waits_behind_the_others(line: Line) -> None:
    line("ann ben")
    first = jobs._claim(LATER + timedelta(minutes=1))
    assert first is not None and first.asked_by is not None and first.asked_by.username == "ann"
    Review.objects.filter(pk=first.pk).update(status=Status.DONE)
    line("ann ann")  # as early as ben did
    assert served() == "ben ann ann"


@pytest.mark.django_db
def test_whose_account_is_gone_waits_with_guests(line: Line) -> None:
    rows = line("ann ben")
    Review.objects.filter(pk=rows[0].pk).update(asked_by=None)
    found = in_line(Review.objects.select_related("asked_by"))
    assert [row.pk for row in found] == [rows[1].pk, rows[0].pk]


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_two_machines_never_begin_the_same_review(line: Line, together: Together) -> None:
    line("ann ben")
    found = together(*[lambda: jobs._claim(LATER)] * 3)
    assert sorted(names([row]) for row in found if row) == ["ann", "ben"]


@pytest.mark.django_db
def test_a_review_that_is_made_stands_before_those_that_wait(played_out: Played) -> None:
    ann, ben = played_out.cast["ann"], played_out.cast["ben"]
    services.ask(table_id=played_out.id, user=ann, now=LATER)
    assert jobs._claim(LATER) is not None
    waits = services.ask(table_id=played_out.id, user=ben, times=4, now=LATER)
    assert len(selectors.queued_ahead(waits, LATER + SECOND)) == 1


@pytest.mark.django_db
def test_a_review_that_waits_tells_about_how_long(line: Line) -> None:
    rows = in_line(line("ann ben cal"))
    before = selectors.queued_ahead(rows[2], LATER)
    assert selectors.estimated_wait(rows[2], before, LATER) == 3 * selectors.FIRST
    made = {"status": Status.DONE, "began_at": LATER, "done_at": LATER + 40 * SECOND, "tries": 1}
    Review.objects.filter(pk=rows[0].pk).update(**made)
    assert selectors.estimated_wait(rows[2], before[1:], LATER) == 80
