"""No page reads more of the database because the site has grown: neither more people nor more ended
games. `benchmarks.grown` measures the same with a million."""

from __future__ import annotations

import random

import pytest
from django.db import connection, transaction

from benchmarks import asking, plans, town
from games.ratings import ranks

pytestmark = [pytest.mark.django_db, pytest.mark.database]
SMALL, LARGE = town.Size(2_000, 160, 2, 8), town.Size(8_000, 640, 2, 8)
# Rows are dear and pages are cheap: PostgreSQL chooses the ways that it takes through large tables.
COSTS = {
    "seq_page_cost": 0.01,
    "random_page_cost": 0.01,
    "cpu_tuple_cost": 1,
    "cpu_index_tuple_cost": 1,
    "cpu_operator_cost": 0.01,
}
ROOM = 150  # rows: pages of a small town are not full, and of a larger one more tables run


def rows_read(size: town.Size) -> dict[str, plans.Read]:
    """Return what the pages read of a town of this size, by page, as people who have played most
    see them. Nothing of the town is left."""
    random.seed(4)
    with transaction.atomic():
        town.build(size)
        cast = asking.Cast(8)
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
            for cost, value in COSTS.items():
                cursor.execute(f"SET LOCAL {cost} = {value}")
        found = {name: asking.read(cast, *paths(0)) for name, paths in asking.listed(cast).items()}
        transaction.set_rollback(True)
    return found


def test_no_page_reads_more_rows_in_a_larger_town(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "postgresql":
        return
    monkeypatch.setattr(ranks, "SMALL", 0)
    small, large = rows_read(SMALL), rows_read(LARGE)
    grown = {
        name: f"{small[name].rows:.0f} → {read.rows:.0f}: {read.step}: {read.sql}"
        for name, read in large.items()
        if read.rows > 1.5 * small[name].rows + ROOM
    }
    assert not grown, "\n".join(f"{name}: {words}" for name, words in grown.items())
