"""Looking for what there is nothing of costs little, however many games have been played."""

from __future__ import annotations

import pytest
from django.db import connection

from games.tables import services as tables
from tests.retention.conftest import DAY, NOON

pytestmark = pytest.mark.django_db


def test_closed_tables_are_found_by_an_index_of_their_own(db: None) -> None:
    if connection.vendor != "sqlite":
        return  # the plans of PostgreSQL follow the numbers of rows
    plans: list[str] = []

    def notes(execute: object, sql: str, params: object, many: bool, context: object) -> object:
        if sql.startswith("SELECT") and "tables_table" in sql:
            plain = connection.connection.execute(
                f"EXPLAIN QUERY PLAN {sql}".replace("%s", "?"), params
            )
            plans.extend(str(row) for row in plain)
        return execute(sql, params, many, context)  # type: ignore[operator]

    with connection.execute_wrapper(notes):
        tables.forget_closed(now=NOON, after=30 * DAY, limit=10)
    assert "table_not_begun" in plans[0], plans
