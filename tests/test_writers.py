"""Only services write models: every change of a row is made in a `services` package, under its
locks and with the messages that go with it.

Read from the source, and by the form of a call, since a test that runs finds only what it runs:
* `.save(…)` and `.create(…)` and their like write, whatever they are called on.
* `.update(…)` writes rows if it is given keywords only. A dictionary is changed with `|=` here.
* `.delete()` writes rows if it is given nothing by position. A cache's takes a key.
* SQL writes if it says INSERT INTO, DELETE FROM or UPDATE … SET.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps

ROOT = Path(__file__).parents[1]
SOURCES = ("accounts", "config", "games")
WRITES = frozenset(
    f"{prefix}{name}"
    for prefix in ("", "a")
    for name in (
        "save",
        "create",
        "bulk_create",
        "bulk_update",
        "get_or_create",
        "update_or_create",
    )
)
SQL = re.compile(r"\b(INSERT\s+INTO|DELETE\s+FROM|UPDATE\s+\S+\s+SET)\b", re.IGNORECASE)
MAYBE = re.compile(rf"\.({'|'.join(WRITES)}|a?update|a?delete)\b|{SQL.pattern}", re.IGNORECASE)
"""Text without which no module writes: reading all of them as Python takes seconds."""

EXCEPTIONS = {
    # No row changes. Only a write finds a full disk, and it is rolled back.
    ("config/monitoring/checks.py", "UPDATE django_migrations SET"),
    # notes of its own, in a database that is no site yet
    ("config/setup/database_move.py", "INSERT INTO"),
    ("config/setup/database_move.py", "DELETE FROM"),
}


def writes(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the form of everything in a module that writes rows."""
    if not MAYBE.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and node.attr in WRITES:
            yield node.lineno, f".{node.attr}"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in ("update", "aupdate") and node.keywords and not node.args:
                yield node.lineno, ".update"
            elif node.func.attr in ("delete", "adelete") and not node.args:
                yield node.lineno, ".delete"
        elif isinstance(node, ast.Constant | ast.JoinedStr) and (found := SQL.search(_text(node))):
            yield node.lineno, found[0]


def _text(node: ast.AST) -> str:
    """Return the text of a string; each value that is put into it becomes one letter."""
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) for part in node.values)
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    return "x"


def modules() -> list[str]:
    """Return the paths of all modules that may not write: neither services nor migrations."""
    paths = [path.relative_to(ROOT) for source in SOURCES for path in (ROOT / source).rglob("*.py")]
    return sorted(str(path) for path in paths if not {"services", "migrations"} & {*path.parts})


def test_no_module_but_the_services_writes_a_model() -> None:
    found = [
        (path, line, form)
        for path in modules()
        for line, form in writes((ROOT / path).read_text())
        if (path, form) not in EXCEPTIONS
    ]
    assert not found, "move these into services:\n" + "\n".join(map(str, found))


def test_each_exception_is_still_there() -> None:
    for path, form in EXCEPTIONS:
        assert form in [found for _, found in writes((ROOT / path).read_text())]


def test_no_model_has_a_relation_whose_rows_are_written_by_add_and_remove() -> None:
    """`user.groups.add(…)` looks like a set's method, so it is Django's own relations alone."""
    ours = [model for model in apps.get_models() if model.__module__.split(".")[0] in SOURCES]
    relations = {field.name for model in ours for field in model._meta.many_to_many}
    assert len(ours) > 5 and relations == {"groups", "user_permissions"}


@pytest.mark.parametrize(
    "source",
    [
        "user.save()",
        "Table.objects.create(game='odin')",
        "partial(Table.objects.bulk_create, rows)",
        "await Table.objects.acreate()",
        "User.objects.filter(pk=1).update(theme='dark')",
        "_among(notices).update(**change)",
        "Device.objects.filter(user=user).delete()",
        "cursor.execute('INSERT INTO t VALUES (1)')",
        "cursor.execute(f'UPDATE {table} SET a = 1')",
        "cursor.execute('DELETE FROM t')",
    ],
)
def test_what_writes_is_found(source: str) -> None:
    assert list(writes(source))


@pytest.mark.parametrize(
    "source",
    [
        "digest.update(data)",
        "known.update({'a': 1}, b=2)",
        "cache.delete(key)",
        "Table.objects.select_for_update().get(pk=1)",
        "cursor.execute('SELECT 1 FROM t FOR NO KEY UPDATE OF t')",
    ],
)
def test_what_does_not_write_is_passed_over(source: str) -> None:
    assert not list(writes(source))


def test_what_comes_after_a_commit_has_a_name_for_the_log() -> None:
    """Django logs the name of a function that fails after a commit. A partial has none: then the
    log fails, and with it the request, whose move is written already."""
    found = [
        str(path)
        for source in ("games", "accounts", "config")
        for path in (ROOT / source).rglob("*.py")
        if re.search(r"on_commit\(\s*partial", path.read_text())
    ]
    assert not found
