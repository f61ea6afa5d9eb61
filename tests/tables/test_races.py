"""Two requests at once, in real threads: one wins, the other is refused. Runs on SQLite and on
PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from games.tables import services
from games.tables.errors import Over, StalePly, TableError
from games.tables.models import Action, Seat
from tests.tables.conftest import NOON, Played
from tests.tables.test_takebacks import begins, passes

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
Together = Callable[..., list[Any]]


def act(table: Played, name: str, code: str, ply: int) -> Callable[[], Any]:
    return partial(
        services.act, table_id=table.id, user_id=table.cast[name].pk, code=code, ply=ply, now=NOON
    )


def test_two_moves_at_once_are_one_move(table: Played, together: Together) -> None:
    for _ in range(8):
        mover, codes, ply = table.mover, table.legal(), table.row.ply
        if len(codes) < 2:
            table.plays(f"{mover} {codes[0]}")
            continue
        answers = together(act(table, mover, codes[0], ply), act(table, mover, codes[1], ply))
        refused = [answer for answer in answers if isinstance(answer, Exception)]
        assert [type(error) for error in refused] == [StalePly]
        assert Action.objects.filter(table=table.id, ply=ply).count() == 1
        assert table.row.ply == ply + 1
    assert table.sound()


def test_the_same_move_four_times_at_once_counts_once_and_is_answered_alike(
    table: Played, together: Together
) -> None:
    mover, code, ply = table.mover, table.legal()[0], table.row.ply
    answers = together(*[act(table, mover, code, ply)] * 4)
    assert {answer.version for answer in answers} == {table.row.version}
    assert table.row.ply == ply + 1


def test_a_move_and_its_taking_back_at_once_leave_a_sound_log(
    table: Played, together: Together
) -> None:
    mover, code = table.mover, table.legal()[0]
    table.plays(f"{mover} {code}")
    ply = table.row.ply
    back = partial(
        services.undo, table_id=table.id, user_id=table.cast[mover].pk, ply=ply, now=NOON
    )
    answers = together(act(table, mover, "draw stock", ply), back)
    assert sum(isinstance(answer, TableError) for answer in answers) == 1
    assert table.sound()


def test_a_move_and_a_resignation_at_once(table: Played, together: Together) -> None:
    mover, code, ply = table.mover, table.legal()[0], table.row.ply
    give_up = partial(
        services.resign, table_id=table.id, user_id=table.cast[table.waiter].pk, now=NOON
    )
    answers = together(act(table, mover, code, ply), give_up)
    assert not isinstance(answers[1], Exception)
    assert (
        answers[0].ply == ply + 1
        if not isinstance(answers[0], Exception)
        else isinstance(answers[0], Over)
    )
    assert table.row.ended_by == "resign"
    assert table.sound()


def test_one_seat_two_who_want_it(cast: dict[str, User], together: Together) -> None:
    opened = services.open_table(creator=cast["ann"], game="lost_cities", now=NOON)
    answers = together(
        *[
            partial(services.sit, table_id=opened.id, user=cast[name], now=NOON)
            for name in ("ben", "cal", "dee")
        ]
    )
    assert sum(isinstance(answer, Over) for answer in answers) == 2
    assert Seat.objects.filter(table=opened).count() == 2
    assert Action.objects.filter(table=opened).count() == 2


def test_sitting_down_while_the_host_leaves(cast: dict[str, User], together: Together) -> None:
    opened = services.open_table(creator=cast["ann"], game="lost_cities", now=NOON)
    together(
        partial(services.sit, table_id=opened.id, user=cast["ben"], now=NOON),
        partial(services.stand, table_id=opened.id, user=cast["ann"], now=NOON),
    )
    opened.refresh_from_db()
    seated = Seat.objects.filter(table=opened).count()
    assert (opened.status, seated) in {("running", 2), ("open", 1), ("ended", 0)}


def test_an_agreement_and_a_move_at_once_are_one_of_the_two(
    cast: dict[str, User], together: Together
) -> None:
    for _ in range(4):
        table = passes(begins(cast))
        asker, other = table.waiter, table.mover
        asks = partial(
            services.take_back_together, table_id=table.id, ply=table.row.ply, now=table.now
        )
        asks(user_id=cast[asker].pk)
        ply, code = table.row.ply, table.legal()[0]
        answers = together(partial(asks, user_id=cast[other].pk), act(table, other, code, ply))
        refused = [answer for answer in answers if isinstance(answer, Exception)]
        assert [type(error) for error in refused] == [StalePly]
        assert (table.row.ply, table.row.undo_by) == (ply + 1, "")
        assert table.sound()


def test_two_agreements_at_once_take_back_once(cast: dict[str, User], together: Together) -> None:
    table = passes(begins(cast))
    asks = partial(services.take_back_together, table_id=table.id, ply=table.row.ply, now=table.now)
    asks(user_id=cast[table.waiter].pk)
    ply, other = table.row.ply, cast[table.mover].pk
    answers = together(*[partial(asks, user_id=other)] * 3)
    assert {answer.version for answer in answers} == {table.row.version}
    assert table.row.ply == ply + 1 and table.sound()
