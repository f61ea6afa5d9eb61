"""One query for everything that is due, composed once: composing takes longer than the answer,
which is mostly that nothing is due."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypeAlias

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet

Rows: TypeAlias = Callable[..., QuerySet[Any]]
"""A function of `now`, and perhaps further arguments, that returns rows. All moments in its query
are relative to `now`."""
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)


class DueQuery:
    """The query for which names have rows."""

    def __init__(self, rows: Mapping[str, tuple[Sequence[Rows], Sequence[Any]]]) -> None:
        self.rows = rows
        self.sql = ""
        self.given: list[Any] = []  # parameters; moments relative to now

    def ask(self, now: datetime) -> set[str]:
        """Return the names that have rows."""
        if not self.sql:
            self._compose()
        with connection.cursor() as cursor:
            cursor.execute(self.sql, [_at(each, now) for each in self.given])
            answer = cursor.fetchone()
        return {name for name, found in zip(self.rows, answer, strict=True) if found}

    def _compose(self) -> None:
        (sql, given), (_, later) = self._at(EPOCH), self._at(EPOCH + timedelta(days=1))
        self.given = [
            one if one == other else _moment(one) - EPOCH
            for one, other in zip(given, later, strict=True)
        ]
        self.sql = sql

    def _at(self, now: datetime) -> tuple[str, list[Any]]:
        """Return the query at a moment, and its parameters."""
        answers, given = [], []
        for functions, more in self.rows.values():
            some = []
            for function in functions:
                try:
                    sql, parameters = function(*more, now=now).query.exists().sql_with_params()
                except EmptyResultSet:
                    continue
                some.append(f"EXISTS({sql})")
                given += parameters
            answers.append(" OR ".join(some) or "FALSE")
        return f"SELECT {', '.join(answers)}", given


def _moment(parameter: Any) -> datetime:
    """Return a parameter as a moment. SQLite stores them as text, without a zone."""
    if isinstance(parameter, datetime):
        return parameter
    return datetime.fromisoformat(parameter).replace(tzinfo=UTC)


def _at(given: Any, now: datetime) -> Any:
    if isinstance(given, timedelta):
        return connection.ops.adapt_datetimefield_value(now + given)
    return given
