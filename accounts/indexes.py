"""Indexes that each database makes in a way of its own."""

from typing import Any

from django.contrib.postgres.indexes import OpClass
from django.contrib.postgres.operations import AddIndexConcurrently
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.backends.ddl_references import Statement
from django.db.migrations.operations import AddIndex
from django.db.models import F, Index, Model
from django.db.models.functions import Collate, Upper


class StartIndex(Index):
    """An index for the start of a text, whatever the case. Django knows of it, and so makes it
    again where a migration builds the table anew, as SQLite's do."""

    def __init__(self, field: str, *, name: str) -> None:
        super().__init__(F(field), name=name)
        self.field = field

    def deconstruct(self) -> Any:
        """Return what a migration writes down."""
        path, _expressions, options = super().deconstruct()
        return path, (self.field,), options

    def create_sql(
        self,
        model: type[Model],
        schema_editor: BaseDatabaseSchemaEditor,
        using: str = "",
        **more: Any,
    ) -> Statement:
        """Return the statement that makes the index on the database at hand."""
        like = (
            OpClass(Upper(self.field), name="text_pattern_ops")
            if _is_postgresql(schema_editor)
            else Collate(self.field, "nocase")
        )
        index = Index(like, name=self.name)
        return index.create_sql(model, schema_editor, using, **more)


class AddIndexAside(AddIndexConcurrently):
    """Make an index while the site runs: PostgreSQL lets others write meanwhile. SQLite has no such
    way, and little to do. The migration must not be atomic."""

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any
    ) -> None:
        """Make the index."""
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
