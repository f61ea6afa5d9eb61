"""Indexes that differ by database."""

from typing import Any

from django.contrib.postgres.indexes import OpClass
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.ddl_references import Statement
from django.db.migrations.operations import AddIndex
from django.db.models import F, Index, Model, Q
from django.db.models.expressions import OrderBy
from django.db.models.functions import Collate, Upper
from django.db.models.indexes import IndexExpression

# Django does this only for sites that install django.contrib.postgres.
IndexExpression.register_wrappers(OrderBy, OpClass, Collate)


class StartIndex(Index):
    """An index for case-insensitive prefixes, which Django recreates when SQLite rebuilds a
    table."""

    def __init__(self, field: str, *, name: str, condition: Q | None = None) -> None:
        super().__init__(F(field), name=name, condition=condition)
        self.field = field

    def deconstruct(self) -> Any:
        """Return the arguments for migrations."""
        path, _expressions, options = super().deconstruct()
        return path, (self.field,), options

    def create_sql(
        self,
        model: type[Model],
        schema_editor: BaseDatabaseSchemaEditor,
        using: str = "",
        **more: Any,
    ) -> Statement:
        """Return the statement that creates the index on this database."""
        like = (
            self.on_postgresql() if _is_postgresql(schema_editor) else Collate(self.field, "nocase")
        )
        index = Index(like, name=self.name, condition=self.condition)
        return index.create_sql(model, schema_editor, using, **more)

    def on_postgresql(self) -> Any:
        """Return the expression of PostgreSQL's index."""
        return OpClass(Upper(self.field), name="text_pattern_ops")


class ListedStartIndex(StartIndex):
    """An index for lists by prefix: on PostgreSQL in the order of `in_order`, whatever the
    database's collation."""

    def on_postgresql(self) -> Any:
        """Return the expression of PostgreSQL's index."""
        return in_order(self.field)


def in_order(field: str) -> Any:
    """Return the expression to order by on PostgreSQL: case-insensitive, by code point."""
    return Collate(Upper(field), "C")


class AddIndexAside(AddIndexConcurrently):
    """Create an index, on PostgreSQL concurrently. The migration must not be atomic."""

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Create the index."""
        way: Any = AddIndexConcurrently if _is_postgresql(schema_editor) else AddIndex
        way.database_forwards(self, app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Remove the index."""
        way: Any = AddIndexConcurrently if _is_postgresql(schema_editor) else AddIndex
        way.database_backwards(self, app_label, schema_editor, from_state, to_state)


def _is_postgresql(schema_editor: BaseDatabaseSchemaEditor) -> bool:
    return bool(schema_editor.connection.vendor == "postgresql")
