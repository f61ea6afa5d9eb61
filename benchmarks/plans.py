"""The rows that PostgreSQL reads for a page, by EXPLAIN of its queries."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.db import connection


@dataclass
class Read:
    """The rows that the queries of one page read: all of them, and the most of a single step,
    with its statement."""

    queries: int = 0
    rows: float = 0
    most: float = 0
    step: str = ""
    sql: str = ""
    whole: set[str] = field(default_factory=set)
    """Large tables that were scanned as a whole."""

    def add(self, plan: dict[str, Any], large: Collection[str], sql: str) -> None:
        """Add a plan."""
        self.queries += 1
        for node in _nodes(plan):
            read = _rows_of(node)
            self.rows += read
            if read > self.most:
                name = node.get("Index Name") or node.get("Relation Name")
                self.most, self.sql = read, sql
                self.step = f"{node['Node Type']} on {name}"
            if node["Node Type"] == "Seq Scan" and node["Relation Name"] in large:
                self.whole.add(node["Relation Name"])


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the steps of a plan that read tables or indexes."""
    if "Scan" in plan["Node Type"] and ("Relation Name" in plan or "Index Name" in plan):
        yield plan
    for below in plan.get("Plans", ()):
        yield from _nodes(below)


def _rows_of(node: dict[str, Any]) -> float:
    """Return the number of rows that a step has read, discarded ones too."""
    thrown = sum(node.get(f"Rows Removed by {what}", 0) for what in ("Filter", "Index Recheck"))
    return float((node["Actual Rows"] + thrown) * node["Actual Loops"])


def queries(ask: Callable[[], Any]) -> tuple[list[tuple[str, Any]], Any]:
    """Return the statements of a call, and its result."""
    asked: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        answer = ask()
    return asked, answer


def read(asked: list[tuple[str, Any]], large: Collection[str]) -> Read:
    """Run the queries among these statements again, with EXPLAIN."""
    found = Read()
    for sql, params in asked:
        if sql.lstrip().upper().startswith(("SELECT", "WITH RECURSIVE")):
            with connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) {sql}", params)
                plan = cursor.fetchone()[0]
            plan = json.loads(plan) if isinstance(plan, str) else plan
            found.add(plan[0]["Plan"], large, sql)
    return found


def large_tables(least: int = 5_000) -> set[str]:
    """Return the names of the tables with at least so many rows."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= %s", [least]
        )
        return {name for (name,) in cursor.fetchall()}
