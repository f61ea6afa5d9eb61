"""Move a whole site from SQLite to PostgreSQL: every row of every table.

Each batch is committed with a note of its last row, from which an interrupted move resumes. While
there are notes the site does not start (`refuse_unfinished`). They are removed once every row has
been compared.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.core.management.color import no_style
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Field, Model

from config import environment

NEW = "new"  # the connection to the new database
NOTES = "fairdeal_move"
BATCH = 2000  # rows
# foreign keys: a row may refer to a later one
KEYS = (
    "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE"
    " contype = 'f' AND connamespace = current_schema()::regnamespace"
)


class MoveRefused(Exception):
    """The move cannot be made; the message says why."""


def connect(url: str) -> BaseDatabaseWrapper:
    """Connect to the database at a URL. Raises MoveRefused."""
    try:
        found = environment.database_at(url)
    except ImproperlyConfigured:
        raise MoveRefused(
            "That is no address such as postgres://user:password@host:5432/name."
        ) from None
    old = connections[DEFAULT_DB_ALIAS]
    if old.vendor != "sqlite" or not found["ENGINE"].endswith("postgresql"):
        raise MoveRefused("This moves a site from SQLite, as it is set up here, to PostgreSQL.")
    connections.settings[NEW] = {**old.settings_dict, "OPTIONS": {}, **found}
    new = connections[NEW]
    try:
        new.ensure_connection()
    except DatabaseError as error:
        reason = str(error).strip().partition("\n")[0]
        raise MoveRefused(f"The new database does not answer: {reason}") from None
    return new


def move(new: BaseDatabaseWrapper, say: Callable[[str], None]) -> None:
    """Copy all rows to the new database and compare them. Meanwhile the old one can be read, not
    written. Raises MoveRefused."""
    with transaction.atomic():  # takes the lock of the one writer
        if not _begun(new):
            _begin(new)
        for model in _models():
            copied = copy(model, new)
            if not same(model, new):  # people played since an earlier try
                _forget(model, new)
                copied = copy(model, new)
            if not same(model, new):
                raise MoveRefused(f"{model._meta.db_table} differs after it was copied.")
            if copied:
                say(f"{model._meta.db_table}: {copied} rows")
        _finish(new)


def refuse_unfinished() -> None:
    """Raise ImproperlyConfigured if a move into the database is unfinished."""
    database = connections[DEFAULT_DB_ALIAS]
    try:
        if database.vendor == "postgresql" and _begun(database):
            raise ImproperlyConfigured(
                "A site is being moved into this database, and is not all there: run `manage.py"
                " move_to` again, with the settings of the old one."
            )
    except DatabaseError:  # reported elsewhere
        return
    finally:
        database.close()


def copy(model: type[Model], new: BaseDatabaseWrapper) -> int:
    """Copy the missing rows of a model, and return how many. Raises MoveRefused."""
    table, copied = model._meta.db_table, 0
    columns = ", ".join(f'"{field.column}"' for field in _fields(model))
    with new.cursor() as cursor:
        cursor.execute(f"SELECT value FROM {NOTES} WHERE name = %s", [table])
        done = int((cursor.fetchone() or ["0"])[0])
    while rows := _batch(f'SELECT rowid, {columns} FROM "{table}"', done):
        done = rows[-1][0]
        with transaction.atomic(NEW), new.cursor() as cursor:
            try:
                with (
                    new.wrap_database_errors,
                    cursor.copy(f'COPY "{table}" ({columns}) FROM STDIN') as target,
                ):
                    for _, *values in rows:
                        target.write_row(values)
            except DatabaseError as error:
                reason = str(error).strip().partition("\n")[0]
                raise MoveRefused(f"{table} has a row that PostgreSQL refuses: {reason}") from None
            _note(cursor, table, str(done))
        copied += len(rows)
    return copied


def _batch(select: str, after: int) -> list[Any]:
    """Return the next rows as stored, without conversion by model fields."""
    with connections[DEFAULT_DB_ALIAS].cursor() as cursor:
        cursor.execute(f"{select} WHERE rowid > %s ORDER BY rowid LIMIT %s", [after, BATCH])
        return list(cursor.fetchall())


def same(model: type[Model], new: BaseDatabaseWrapper) -> bool:
    """Return whether both databases have the same rows and values."""
    names = [field.attname for field in _fields(model)]
    rows = model._base_manager.order_by().values_list("pk", *names)
    old, moved = rows.using(DEFAULT_DB_ALIAS), rows.using(new.alias)
    if old.count() != moved.count():
        return False
    for batch in _batches(old.iterator(chunk_size=BATCH)):
        found = {row[0]: _plain(row) for row in moved.filter(pk__in=[row[0] for row in batch])}
        if any(found.get(row[0]) != _plain(row) for row in batch):
            return False
    return True


def _batches(rows: Iterator[Any]) -> Iterator[list[Any]]:
    batch = []
    for row in rows:
        batch.append(row)
        if len(batch) == BATCH:
            yield batch
            batch = []
    yield batch


def _plain(row: tuple[Any, ...]) -> list[Any]:
    return [bytes(value) if isinstance(value, memoryview) else value for value in row]


def _models() -> list[type[Model]]:
    models = apps.get_models(include_auto_created=True)
    return [model for model in models if model._meta.managed and not model._meta.proxy]


def _fields(model: type[Model]) -> list[Field[Any, Any]]:
    return list(model._meta.local_concrete_fields)


def _begun(new: BaseDatabaseWrapper) -> bool:
    with new.cursor() as cursor:
        cursor.execute("SELECT to_regclass(%s) IS NOT NULL", [NOTES])
        return bool(cursor.fetchone()[0])


def _begin(new: BaseDatabaseWrapper) -> None:
    """Remove the rows that migrations made and drop the foreign keys. Raises MoveRefused if there
    is a site."""
    for model in (apps.get_model("accounts.User"), apps.get_model("tables.Table")):
        if model._base_manager.using(NEW).exists():
            raise MoveRefused("There is a site in the new database already: name an empty one.")
    with transaction.atomic(NEW), new.cursor() as cursor:
        cursor.execute(f"CREATE TABLE {NOTES} (name text PRIMARY KEY, value text NOT NULL)")
        cursor.execute(KEYS)
        keys = cursor.fetchall()
        _note(cursor, "", json.dumps(keys))
        for table, name, _ in keys:
            cursor.execute(f'ALTER TABLE {table} DROP CONSTRAINT "{name}"')
        tables = ", ".join(f'"{model._meta.db_table}"' for model in _models())
        cursor.execute(f"TRUNCATE {tables}")


def _note(cursor: Any, name: str, value: str) -> None:
    cursor.execute(
        f"INSERT INTO {NOTES} VALUES (%s, %s) ON CONFLICT (name) DO UPDATE SET value = %s",
        [name, value, value],
    )


def _forget(model: type[Model], new: BaseDatabaseWrapper) -> None:
    with transaction.atomic(NEW), new.cursor() as cursor:
        cursor.execute(f'TRUNCATE "{model._meta.db_table}"')
        cursor.execute(f"DELETE FROM {NOTES} WHERE name = %s", [model._meta.db_table])


def _finish(new: BaseDatabaseWrapper) -> None:
    """Restore the foreign keys, which checks them, and the sequences; remove the notes."""
    with transaction.atomic(NEW), new.cursor() as cursor:
        cursor.execute(f"SELECT value FROM {NOTES} WHERE name = ''")
        for table, name, definition in json.loads(cursor.fetchone()[0]):
            cursor.execute(f'ALTER TABLE {table} ADD CONSTRAINT "{name}" {definition}')
        for statement in new.ops.sequence_reset_sql(no_style(), _models()):
            cursor.execute(statement)
        cursor.execute(f"DROP TABLE {NOTES}")
    with new.cursor() as cursor:
        cursor.execute("ANALYZE")
