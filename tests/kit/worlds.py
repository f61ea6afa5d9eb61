"""Rows of the database that services make once for a process, and that tests insert again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.db import connection, models

from accounts.models import User

Stored = dict[type[models.Model], list[tuple[Any, ...]]]


@dataclass(frozen=True)
class Rows:
    """Statements, each with the rows that it inserts."""

    statements: tuple[tuple[str, list[tuple[Any, ...]]], ...]

    def write(self) -> None:
        with connection.cursor() as cursor:
            for sql, rows in self.statements:
                cursor.executemany(sql, rows)


def stored() -> Stored:
    """Return all rows of the database by model."""
    with connection.cursor() as cursor:
        return {model: _rows(model, cursor) for model in apps.get_models(include_auto_created=True)}


def _rows(model: type[models.Model], cursor: Any) -> list[tuple[Any, ...]]:
    """Return all rows of a model, oldest first, with the columns in the model's order."""
    columns = ", ".join(f'"{field.column}"' for field in model._meta.concrete_fields)
    cursor.execute(f'SELECT {columns} FROM "{model._meta.db_table}" ORDER BY 1')
    return list(cursor.fetchall())


def added(before: Stored) -> Rows:
    """Return the rows added since `before`, without generated ids except those of users. Asserts
    that no other row has changed."""
    found = []
    for model, rows in stored().items():
        new = [row for row in rows if row not in before[model]]
        assert len(new) + len(before[model]) == len(rows), f"a row of {model.__name__} has changed"
        if new:
            found.append(_insertion(model, new))
    return Rows(tuple(found))


def _insertion(
    model: type[models.Model], rows: list[tuple[Any, ...]]
) -> tuple[str, list[tuple[Any, ...]]]:
    numbered = isinstance(model._meta.pk, models.AutoField | models.BigAutoField)
    skip = [model._meta.pk] if numbered and model is not User else []
    kept = [i for i, field in enumerate(model._meta.concrete_fields) if field not in skip]
    names = [model._meta.concrete_fields[i].column for i in kept]
    columns, places = ", ".join(f'"{name}"' for name in names), ", ".join(["%s"] * len(names))
    sql = f'INSERT INTO "{model._meta.db_table}" ({columns}) VALUES ({places})'
    return sql, [tuple(row[i] for i in kept) for row in rows]
