"""Rating tasks that are killed, doubled, reordered or at it together. Each table counts once, and
the numbers are those of the order in which the games ended: compared with `recomputed`, which knows
nothing of how the ratings came about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from math import comb
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.ratings import game_weights, services
from games.ratings.models import Meeting, Rating, RatingChange
from games.tables.models import Seat, Table
from tests.kit.types import Patch, Together
from tests.ratings import recomputed
from tests.ratings.conftest import AUTUMN, Club

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.database,
    pytest.mark.slow,
    pytest.mark.no_cover,
]

SHORT: dict[str, Any] = {"ended_by": "resign", "ply": 5, "left": (None, 5)}
# the first two days are in another quarter than the rest
GAMES: list[tuple[float, str, dict[str, Any]]] = [
    (-200, "ann 1 ben 2", {}),
    (-150, "ben 1 cal 1", {"company": "00"}),
    (1, "ann 2 cal 1", {}),
    (2, "ann 1 ben 2 cal 3", {"company": "001"}),
    (2, "dee 1 ann 2", SHORT),
    (3, "ann 1 ben 1 dee 3", {}),
    (500, "ben 1 dee 2", {}),
    (501, "dee 1 ben 2", {}),
]


@pytest.fixture(autouse=True)
def guarded(settings: Any, monkeypatch: Patch) -> None:
    """So that what a game counts for depends on those before it: here a pair counts fully only
    once. One game has no contest, and two have a shared address."""
    settings.RATINGS = "guarded"
    monkeypatch.setattr(game_weights, "FULL", 1)
    monkeypatch.setattr(recomputed, "FULL", 1)


class Killed(BaseException):
    """Not an exception that anything handles."""


@contextmanager
def killed_at(number: int) -> Iterator[None]:
    """Make the process that asks the database die at its statement of that number, counted from 1,
    before the database has seen it."""
    count = 0

    def wrapper(execute: Any, *statement: Any) -> Any:
        nonlocal count
        count += 1
        if count == number:
            raise Killed
        return execute(*statement)

    with connection.execute_wrapper(wrapper):
        yield


def rate() -> Callable[[], int]:
    return partial(services.rate_due, now=AUTUMN)


ALL = tuple(range(len(GAMES)))


def play(club: Club, due: tuple[int, ...] = ALL) -> list[Table]:
    """All games have ended; those of these numbers are due, and the others have been rated."""
    with transaction.atomic():
        tables = [
            club.ends(told, hour=hour, rating_due=number not in due, **more)
            for number, (hour, told, more) in enumerate(GAMES)
        ]
        club.rates()
        Table.objects.filter(pk__in=[tables[number].pk for number in due]).update(rating_due=True)
    return tables


def kept() -> list[list[Any]]:
    """All rows that rating has to do with, to put them back as they are now."""
    return [list(model.objects.all()) for model in (Table, Seat, RatingChange, Rating, Meeting)]


def values() -> list[list[Any]]:
    """Return what stands in these rows, to compare it."""
    models = (Table, Seat, RatingChange, Rating, Meeting)
    return [list(model.objects.order_by("pk").values_list()) for model in models]


def put_back(rows: list[list[Any]]) -> None:
    with transaction.atomic():
        for model in (Rating, RatingChange, Meeting, Seat, Table):
            model.objects.all().delete()
        for found in rows:
            if found:
                type(found[0]).objects.bulk_create(found)


def assert_whole() -> None:
    """Nothing is half done: a table is due, or each of its seats has its change; and ratings say
    what the changes say."""
    for table in Table.objects.all():
        assert table.rating_changes.count() == (0 if table.rating_due else table.seat_count)
        assert table.meetings.count() == (0 if table.rating_due else comb(table.seat_count, 2))
    for rating in Rating.objects.filter(season=""):
        last = (
            RatingChange.objects.filter(user=rating.user_id, ladder=rating.ladder)
            .order_by("-at", "-table")
            .first()
        )
        assert last is not None
        assert (rating.mu, rating.sigma, rating.games) == (
            last.mu_after,
            last.sigma_after,
            last.games,
        )


@pytest.mark.parametrize("due", [(5, 7), (1, 4)], ids=["in time", "late"])
def test_killed_between_any_two_statements(club: Club, due: tuple[int, ...]) -> None:
    """A process that begins after the death has nothing but the rows. So it has to finish only from
    rows that no other death has left: most deaths undo a transaction and leave those before it."""
    play(club, due)
    rows, statement, died = kept(), 0, True
    left: list[list[list[Any]]] = []
    while died:
        statement, died = statement + 1, False
        try:
            with killed_at(statement):
                club.rates()
        except Killed:
            died = True
        if (found := values()) not in left:
            left.append(found)
            assert_whole()
            club.rates()
            recomputed.assert_right()
            found = values()
        if found != left[0]:
            put_back(rows)
    assert len(left) > 2
    assert statement > 20


def test_killed_again_and_again(club: Club) -> None:
    """Each life is a little longer than the one before, and begins with what that one left."""
    play(club, (0, 3, 6, 7))
    for life in range(1, 200):
        try:
            with killed_at(life):
                club.rates()
            break
        except Killed:
            assert_whole()
    recomputed.assert_right()


def test_annulling_and_rerating_are_killed_without_harm(club: Club) -> None:
    tables = play(club)
    club.rates()
    Rating.objects.filter(user=club.people["ann"]).update(mu=1)
    for work in (
        partial(services.rerate, now=AUTUMN),
        partial(services.annul, table_id=tables[2].id, now=AUTUMN),
    ):
        for statement in range(1, 200):
            try:
                with killed_at(statement):
                    work()
                break
            except Killed:
                assert RatingChange.objects.count() == sum(table.seat_count for table in tables)
        recomputed.assert_right()


def test_four_tasks_at_once_rate_each_table_once(club: Club, together: Together) -> None:
    for due in [ALL, (0,), (2, 5)]:
        put_back([])
        tables = play(club, due)
        versions = {table.pk: table.version for table in tables}
        answers = together(*[rate()] * 4)
        assert not [answer for answer in answers if isinstance(answer, Exception)]
        recomputed.assert_right()
        if due == ALL:
            assert sum(answers) == len(tables)
            assert {table.pk: table.version - 1 for table in Table.objects.all()} == versions


def test_tasks_while_tables_end_in_disorder(club: Club, together: Together) -> None:
    tables = play(club)
    Table.objects.update(rating_due=False)

    def ends(numbers: tuple[int, ...]) -> None:
        for number in numbers:
            Table.objects.filter(pk=tables[number].pk).update(rating_due=True)
            services.rate_due(now=AUTUMN)

    answers = together(
        partial(ends, (6, 3, 0)), partial(ends, (5, 1)), partial(ends, (7, 2, 4)), rate()
    )
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    recomputed.assert_right()


def test_annulling_while_tables_are_rated(club: Club, together: Together) -> None:
    tables = play(club, (0, 2, 6))
    annul = [partial(services.annul, table_id=tables[number].id, now=AUTUMN) for number in (1, 2)]
    answers = together(rate(), *annul, partial(services.rerate, now=AUTUMN))
    assert not [answer for answer in answers if isinstance(answer, Exception)]
    recomputed.assert_right()


@pytest.mark.django_db(transaction=False)
@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    order=st.permutations(range(len(GAMES))),
    tasks=st.lists(st.integers(1, 4), min_size=len(GAMES), max_size=len(GAMES)),
)
def test_the_order_of_tasks_does_not_matter(club: Club, order: list[int], tasks: list[int]) -> None:
    """Games are told in any order, and after each a task may come that takes up to so many (1: no
    task)."""
    put_back([])
    tables = play(club)
    Table.objects.update(rating_due=False)
    for number, limit in zip(order, tasks, strict=True):
        Table.objects.filter(pk=tables[number].pk).update(rating_due=True)
        if limit > 1:
            club.rates(limit=limit - 1)
    club.rates()
    recomputed.assert_right()
    assert services.rerate(now=AUTUMN) == []
