"""Plans in real threads: workers at once, and a player who moves or writes meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.tables import services
from games.tables.errors import StalePly, TableError
from games.tables.models import Plan
from games.tables.state.between_turns import Line
from tests.tables.conftest import Played

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
Together = Callable[..., list[Any]]


def written(table: Played) -> tuple[str, Callable[[], Any]]:
    """Return who waits, and what writes one line for this player."""
    waiter = table.waiter
    answer = {"way": "discard", "card": table.hand(waiter)[0], "draw": "stock"}
    lines = [Line("anything", {}, answer)]
    return waiter, partial(table.does, waiter, "keep_plans", lines=lines, ply=table.ply)


def plays(table: Played) -> Callable[[], Any]:
    return partial(services.play_plans, table_id=table.id, now=table.now)


def test_four_workers_at_once_play_one_turn(table: Played, together: Together) -> None:
    waiter, write = written(table)
    write()
    table.takes_a_turn()
    ply = table.ply
    answers = together(*[plays(table)] * 3, partial(services.play_due_plans, now=table.now))
    assert sum(map(int, answers)) == 1 and table.ply == ply + 2
    assert table.mover != waiter and not Plan.objects.exists()
    assert table.sound()


def test_a_worker_and_the_player_at_once_play_one_turn(table: Played, together: Together) -> None:
    waiter, write = written(table)
    write()
    table.takes_a_turn()
    ply, codes = table.ply, (table.legal(waiter)[-1], "draw stock")
    by_hand = partial(table.does, waiter, "several", codes=codes, ply=ply)
    answers = together(plays(table), by_hand)
    assert answers[0] is not True or isinstance(answers[1], StalePly) or table.ply == ply + 2
    assert table.ply == ply + 2 and table.sound()


def test_a_line_written_while_the_other_moves_is_kept_or_refused(
    table: Played, together: Together
) -> None:
    waiter, write = written(table)
    codes = (table.legal()[-1], "draw stock")
    move = partial(table.does, table.mover, "several", codes=codes, ply=table.ply)
    moved, kept = together(move, write)
    assert not isinstance(moved, Exception) and table.mover == waiter
    assert isinstance(kept, TableError) != Plan.objects.exists()
    assert services.play_plans(table_id=table.id, now=table.now) != isinstance(kept, TableError)
