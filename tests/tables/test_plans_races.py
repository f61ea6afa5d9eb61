"""Plans in real threads: workers at once, and a player who moves or writes meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from games.tables import services
from games.tables.errors import StalePly, TableError
from games.tables.models import Plan
from games.tables.state.waiting import Line
from tests.tables.conftest import Played
from tests.tables.test_plans import hand_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
Together = Callable[..., list[Any]]


def written(table: Played) -> tuple[str, Callable[[], Any]]:
    """Return who waits, and what writes one line for this player."""
    waiter = table.waiter
    answer = {"way": "discard", "card": hand_of(table, waiter)[0], "draw": "stock"}
    facts = {"table_id": table.id, "user_id": table.cast[waiter].pk, "now": table.now}
    lines = [Line("anything", {}, answer)]
    return waiter, partial(services.keep_plans, lines=lines, ply=table.row.ply, **facts)


def plays(table: Played) -> Callable[[], Any]:
    return partial(services.play_plans, table_id=table.id, now=table.now)


def test_four_workers_at_once_play_one_turn(table: Played, together: Together) -> None:
    waiter, write = written(table)
    write()
    table.takes_a_turn()
    ply = table.row.ply
    answers = together(*[plays(table)] * 3, partial(services.play_due_plans, now=table.now))
    assert sum(map(int, answers)) == 1 and table.row.ply == ply + 2
    assert table.mover != waiter and not Plan.objects.exists()
    assert table.sound()


def test_a_worker_and_the_player_at_once_play_one_turn(table: Played, together: Together) -> None:
    waiter, write = written(table)
    write()
    table.takes_a_turn()
    ply, code = table.row.ply, table.legal(waiter)[-1]
    by_hand = partial(
        services.several,
        table_id=table.id,
        user_id=table.cast[waiter].pk,
        codes=(code, "draw stock"),
        ply=ply,
        now=table.now,
    )
    answers = together(plays(table), by_hand)
    assert answers[0] is not True or isinstance(answers[1], StalePly) or table.row.ply == ply + 2
    assert table.row.ply == ply + 2 and table.sound()


def test_a_line_written_while_the_other_moves_is_kept_or_refused(
    table: Played, together: Together
) -> None:
    waiter, write = written(table)
    mover, code = table.mover, table.legal()[-1]
    move = partial(
        services.several,
        table_id=table.id,
        user_id=table.cast[mover].pk,
        codes=(code, "draw stock"),
        ply=table.row.ply,
        now=table.now,
    )
    moved, kept = together(move, write)
    assert not isinstance(moved, Exception) and table.mover == waiter
    assert isinstance(kept, TableError) != Plan.objects.exists()
    assert services.play_plans(table_id=table.id, now=table.now) != isinstance(kept, TableError)
