"""A board that was rendered leaves nothing in memory for the garbage collector."""

from __future__ import annotations

import gc

import pytest

from games.tables.board import render
from tests.tables.conftest import Played

pytestmark = pytest.mark.django_db


def garbage(table: Played, name: str) -> int:
    """Return the number of objects that only the collector can free after a board."""
    gc.collect()
    gc.disable()
    try:
        render.board(table.snapshot, table.cast[name].pk)
        return gc.collect()
    finally:
        gc.enable()


@pytest.mark.parametrize("name", ["ann", "ben", "dee"])
def test_a_board_leaves_no_cycle_of_references(table: Played, name: str) -> None:
    garbage(table, name)  # templates and queries that are prepared once
    assert garbage(table, name) == 0
