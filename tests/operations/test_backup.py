"""Backup and restore, run as docs/operations.md has them."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from accounts.models import User
from tests import environment, postgres

SOURCES = ("accounts", "config", "games", "manage.py", "static", "templates")
DOCS = (environment.ROOT / "docs" / "operations.md").read_text()


def block(heading: str, number: int) -> str:
    """One of the shell blocks under a heading. What starts the site is left to the tests."""
    section = DOCS.partition(f"\n### {heading}\n")[2].partition("\n##")[0]
    return re.findall(r"```sh\n(.*?)```", section, re.DOTALL)[number].replace("make play\n", "")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The project at a place of its own, with its data in the default place."""
    folder = tmp_path / "my fairdeal"
    folder.mkdir()
    for name in SOURCES:
        source = environment.ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / name)
    (folder / ".venv").symlink_to(environment.ROOT / ".venv")
    return folder


def run(project: Path, script: str, **settings: str) -> str:
    env = environment.bare() | settings
    done = subprocess.run(["bash", "-euc", script], cwd=project, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def manage(project: Path, *words: str, **settings: str) -> str:
    return run(project, f"'{sys.executable}' manage.py {' '.join(words)}", **settings)


def names(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as connection:
        return [name for (name,) in connection.execute("SELECT username FROM accounts_user ORDER BY username")]


def add(connection: sqlite3.Connection, name: str) -> None:
    user = User(username=name)
    values = {field.column: field.get_prep_value(field.value_from_object(user)) for field in User._meta.concrete_fields}
    columns = {column: str(value) if column == "date_joined" else value for column, value in values.items() if value is not None}
    marks = ", ".join("?" * len(columns))
    connection.execute(f"INSERT INTO accounts_user ({', '.join(columns)}) VALUES ({marks})", list(columns.values()))


def test_sqlite_while_somebody_writes(project: Path) -> None:
    manage(project, "migrate", "--verbosity", "0")
    database = project / "var" / "db.sqlite3"
    with closing(sqlite3.connect(database, isolation_level=None)) as writer:
        add(writer, "ann")  # still in the write-ahead file: copying the database alone would lose it
        writer.execute("BEGIN IMMEDIATE")
        add(writer, "ben")
        run(project, block("SQLite", 0))
        writer.execute("COMMIT")
    (copy,) = (project / "backups").iterdir()
    assert sorted(path.name for path in copy.iterdir()) == ["db.sqlite3", "secret_key"]
    assert names(database) == ["ann", "ben"]

    run(project, block("SQLite", 1))
    assert names(database) == ["ann"]
    assert (project / "var" / "secret_key").read_text() == (project / "var.before" / "secret_key").read_text()
    manage(project, "migrate", "--check")
    run(project, block("After restoring", 0))


def test_an_older_copy_is_never_overwritten(project: Path) -> None:
    manage(project, "migrate", "--verbosity", "0")
    run(project, block("SQLite", 0))
    with pytest.raises(AssertionError, match="is there already: name a new folder"):
        run(project, block("SQLite", 0))


def test_postgresql(project: Path) -> None:
    with postgres.server() as url:
        settings = {"DATABASE_URL": url, "PATH": f"{postgres.programs()}{os.pathsep}{environment.bare()['PATH']}"}
        manage(project, "migrate", "--verbosity", "0", **settings)
        make = "from accounts.models import User; User.objects.create(username='{}')"
        manage(project, "shell", "--verbosity", "0", "-c", f'"{make.format("ann")}"', **settings)
        run(project, block("PostgreSQL", 0), **settings)
        manage(project, "shell", "--verbosity", "0", "-c", f'"{make.format("ben")}"', **settings)
        run(project, block("PostgreSQL", 1), **settings)
        look = "from accounts.models import User; print(*User.objects.values_list('username', flat=True))"
        assert manage(project, "shell", "--verbosity", "0", "-c", f'"{look}"', **settings) == "ann\n"
        run(project, block("After restoring", 0), **settings)
