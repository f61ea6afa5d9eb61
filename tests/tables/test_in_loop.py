"""Moves in the event loop, without a thread: each is answered as Django answers it."""

from __future__ import annotations

import pytest

from games.tables.proof import audit
from tests.kit.loop import Loop, Person, loop
from tests.tables.conftest import Played
from tests.tables.test_at_once import AT_ONCE

__all__ = ["loop"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def acts(loop: Loop, table: Played, name: str = "", **headers: str):
    who = Person.of(table.cast[name or table.mover])
    fields = {"code": table.legal()[0], "ply": table.row.ply}
    return loop.posts(who, f"/t/{table.id}/act/", fields, **headers)


def test_a_warm_move_asks_no_thread(loop: Loop, table: Played) -> None:
    for number in range(8):
        answer = acts(loop, table)
        assert answer.status == 200, answer.content
        print(number, answer.at_once, answer.headers)
    assert answer.at_once == AT_ONCE
    assert list(audit.faults(table.row)) == []
