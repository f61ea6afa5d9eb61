"""Two requests at once, in real threads: one wins, the other is refused. Runs on SQLite and on
PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from accounts.models import User
from games.tables.errors import Over, StalePly, TableError
from games.tables.models import Action
from tests.kit.played import sits_down
from tests.tables.conftest import NOON, Played
from tests.tables.test_takebacks import begins, passes

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
Together = Callable[..., list[Any]]


def act(table: Played, name: str, code: str, ply: int) -> Callable[[], Any]:
    return partial(table.does, name, "act", code=code, ply=ply, now=NOON)


def test_two_moves_at_once_are_one_move(table: Played, together: Together) -> None:
    for _ in range(4):
        mover, codes, ply = table.mover, table.legal(), table.ply
        if len(codes) < 2:
            table.plays(f"{mover} {codes[0]}")
            continue
        answers = together(act(table, mover, codes[0], ply), act(table, mover, codes[1], ply))
        refused = [answer for answer in answers if isinstance(answer, Exception)]
        assert [type(error) for error in refused] == [StalePly]
        assert Action.objects.filter(table=table.id, ply=ply).count() == 1
        assert table.ply == ply + 1
    assert table.sound()


def test_the_same_move_four_times_at_once_counts_once_and_is_answered_alike(
    table: Played, together: Together
) -> None:
    mover, code, ply = table.mover, table.legal()[0], table.ply
    answers = together(*[act(table, mover, code, ply)] * 4)
    assert {answer.version for answer in answers} == {table.row.version}
    assert table.ply == ply + 1


def test_a_move_and_its_taking_back_at_once_leave_a_sound_log(
    table: Played, together: Together
) -> None:
    mover, code = table.mover, table.legal()[0]
    table.plays(f"{mover} {code}")
    ply = table.ply
    back = partial(table.does, mover, "undo", ply=ply, now=NOON)
    answers = together(act(table, mover, "draw stock", ply), back)
    assert sum(isinstance(answer, TableError) for answer in answers) == 1
    assert table.sound()


def test_a_move_and_a_resignation_at_once(table: Played, together: Together) -> None:
    mover, code, ply = table.mover, table.legal()[0], table.ply
    give_up = partial(table.does, table.waiter, "resign")
    played, resigned = together(act(table, mover, code, ply), give_up)
    assert not isinstance(resigned, Exception)
    assert isinstance(played, Over) or played.ply == ply + 1
    assert table.row.ended_by == "resign"
    assert table.sound()


def test_one_seat_two_who_want_it(cast: dict[str, User], together: Together) -> None:
    opened = sits_down(cast, "ann")
    answers = together(*[partial(opened.lets, name, "sit") for name in ("ben", "cal", "dee")])
    assert sum(isinstance(answer, Over) for answer in answers) == 2
    assert len(opened.seats("user")) == len(opened.log) == 2


def test_sitting_down_while_the_host_leaves(cast: dict[str, User], together: Together) -> None:
    opened = sits_down(cast, "ann")
    together(partial(opened.lets, "ben", "sit"), partial(opened.lets, "ann", "stand"))
    assert (opened.status, len(opened.seats("user"))) in {("running", 2), ("open", 1), ("ended", 0)}


def test_an_agreement_and_a_move_at_once_are_one_of_the_two(
    cast: dict[str, User], together: Together
) -> None:
    for _ in range(2):
        table = passes(begins(cast))
        asker, other, ply = table.waiter, table.mover, table.ply
        asks = {"service": "take_back_together", "ply": ply}
        table.does(asker, **asks)
        answers = together(
            partial(table.does, other, **asks), act(table, other, table.legal()[0], ply)
        )
        refused = [answer for answer in answers if isinstance(answer, Exception)]
        assert [type(error) for error in refused] == [StalePly]
        assert (table.ply, table.row.undo_by) == (ply + 1, "")
        assert table.sound()


def test_two_agreements_at_once_take_back_once(cast: dict[str, User], together: Together) -> None:
    table = passes(begins(cast))
    ply = table.ply
    asks = {"service": "take_back_together", "ply": ply}
    table.does(table.waiter, **asks)
    answers = together(*[partial(table.does, table.mover, **asks)] * 3)
    assert {answer.version for answer in answers} == {table.row.version}
    assert table.ply == ply + 1 and table.sound()
