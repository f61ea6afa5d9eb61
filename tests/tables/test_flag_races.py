"""The flag, the move and the sweepers at the same moment, in real threads; and sweepers that are
killed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from games.tables import services
from games.tables.errors import Over
from games.tables.models import Status, Table
from games.tables.state import snapshot_cache
from tests.kit.played import sits_down
from tests.tables.conftest import NOON, Played

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
Together = Callable[..., list[Any]]

DUE = NOON + timedelta(minutes=2)


def timed(cast: dict[str, User], count: int = 1) -> list[Played]:
    """Return fast games of Lost Cities between Ann and Ben, dealt at noon: the player to move has
    until two minutes past."""
    return [sits_down(cast, "ann", "ben", clock="fast") for _ in range(count)]


def sweep(now: datetime = DUE) -> Callable[[], int]:
    return partial(services.flag_due, now=now)


def lost_on_time(tables: list[Played]) -> bool:
    """Return whether every game has ended by its flag, once and for the player whose turn it
    was."""
    for table in tables:
        first = table.log[0].endswith("deal S0 S1")
        if table.result()[:2] != ("flag", [2, 1] if first else [1, 2]) or not table.sound():
            return False
    return True


def test_four_sweepers_at_once_flag_each_table_once(
    cast: dict[str, User], together: Together
) -> None:
    tables = timed(cast, 4)
    versions = [table.row.version for table in tables]
    answers = together(*[sweep()] * 4)
    assert sum(answers) == 4
    assert lost_on_time(tables)
    assert [table.row.version for table in tables] == [version + 1 for version in versions]


def test_a_move_in_time_and_a_sweeper_too_early(cast: dict[str, User], together: Together) -> None:
    (table,) = timed(cast)
    code, mover, in_time = table.legal()[0], table.mover, DUE - timedelta(milliseconds=1)
    move = partial(table.does, mover, "act", code=code, ply=table.ply, now=in_time)
    answers = together(move, sweep(in_time))
    assert not isinstance(answers[0], Exception)
    assert (answers[1], table.status) == (0, "running")


def test_a_move_too_late_and_a_sweeper_at_once(cast: dict[str, User], together: Together) -> None:
    for _ in range(3):
        (table,) = timed(cast)
        move = partial(table.does, table.mover, "act", code=table.legal()[0], ply=2, now=DUE)
        answers = together(move, sweep())
        assert isinstance(answers[0], Over)
        assert lost_on_time([table])


def test_a_move_that_was_in_time_saves_the_game_from_a_sweeper_that_comes_later(
    cast: dict[str, User], together: Together
) -> None:
    """The sweeper finds that the table is due. When it gets the row, the turn has passed."""
    (table,) = timed(cast)
    mover = table.mover
    table.now = DUE - timedelta(seconds=10)
    table.plays(f"{mover} {table.legal()[0]}", f"{mover} draw stock")
    Table.objects.filter(pk=table.id).update(flag_at=DUE)  # as the sweeper read it
    due = list(
        Table.objects.filter(flag_at__lte=DUE, status=Status.RUNNING).values_list("pk", flat=True)
    )
    Table.objects.filter(pk=table.id).update(flag_at=table.now + timedelta(minutes=2))
    assert [services.flag(table_id=table_id, now=DUE, wait=False) for table_id in due] == [False]
    assert table.status == "running"


def test_both_ask_for_a_rematch_at_once_and_meet_at_one_table(
    cast: dict[str, User], together: Together
) -> None:
    (table,) = timed(cast)
    table.does("ann", "resign")
    answers = together(*[partial(table.lets, name, "rematch") for name in ("ann", "ben")])
    assert len({answer.id for answer in answers}) == 1
    assert Table.objects.get(rematch_of=table.id).status == "running"


def test_both_offer_a_draw_at_once(cast: dict[str, User], together: Together) -> None:
    (table,) = timed(cast)
    together(*[partial(table.does, name, "draw") for name in ("ann", "ben")])
    assert (table.row.ended_by, table.status) == ("draw", "ended")


class Killed(BaseException):
    """An end as by a power cut: no code catches it."""


def test_a_sweeper_killed_before_any_of_its_statements_loses_nothing(cast: dict[str, User]) -> None:
    tables, statements = timed(cast), 0

    def kill_at(last: int) -> Callable[..., Any]:
        def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
            nonlocal statements
            statements += 1
            if statements > last:
                raise Killed
            return execute(sql, params, many, context)

        return wrapper

    for last in range(60):
        statements = 0
        snapshot_cache.forget()
        try:
            with connection.execute_wrapper(kill_at(last)):
                services.flag_due(now=DUE)
            break
        except Killed:
            connection.close()
    else:
        raise AssertionError("the sweep never came to its end")
    assert last > 6
    assert lost_on_time(tables)
