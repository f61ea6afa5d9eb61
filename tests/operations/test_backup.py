"""Backup and restore, run as docs/hosting/backup.md has them."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from accounts.models import User
from tests.kit import environment, migrated, postgres

SOURCES = ("accounts", "config", "games", "manage.py", "static", "templates")
DOCS = (environment.ROOT / "docs" / "hosting" / "backup.md").read_text()


def block(heading: str, number: int) -> str:
    """One of the shell blocks under a heading. What starts the site is left to the tests."""
    section = DOCS.partition(f"\n## {heading}\n")[2].partition("\n##")[0]
    return re.findall(r"```(?:sh|ini)\n(.*?)```", section, re.DOTALL)[number].replace(
        "make play\n", ""
    )


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Return the project at a place of its own, with empty tables in the default
    place."""
    folder = tmp_path / "my fairdeal"
    folder.mkdir()
    for name in SOURCES:
        source = environment.ROOT / name
        (shutil.copytree if source.is_dir() else shutil.copy)(source, folder / name)
    (folder / ".venv").symlink_to(environment.ROOT / ".venv")
    migrated.copy_to(folder / "var" / "db.sqlite3")
    return folder


def run(project: Path, script: str, **settings: str) -> str:
    env = environment.bare() | settings
    done = subprocess.run(
        ["bash", "-euc", script], cwd=project, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def manage(project: Path, *words: str, **settings: str) -> str:
    return run(project, f"'{sys.executable}' manage.py {' '.join(words)}", **settings)


def names(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as connection:
        return [
            name
            for (name,) in connection.execute(
                "SELECT username FROM accounts_user ORDER BY username"
            )
        ]


def add(connection: sqlite3.Connection, name: str) -> None:
    user = User(username=name)
    values = {
        field.column: field.get_prep_value(field.value_from_object(user))
        for field in User._meta.concrete_fields
    }
    columns = {
        column: str(value) if column == "date_joined" else value
        for column, value in values.items()
        if value is not None
    }
    marks = ", ".join("?" * len(columns))
    connection.execute(
        f"INSERT INTO accounts_user ({', '.join(columns)}) VALUES ({marks})", list(columns.values())
    )


def test_sqlite_while_somebody_writes(project: Path) -> None:
    database = project / "var" / "db.sqlite3"
    with closing(sqlite3.connect(database, isolation_level=None)) as writer:
        # still in the write-ahead file: copying the database alone would lose it
        add(writer, "ann")
        writer.execute("BEGIN IMMEDIATE")
        add(writer, "ben")
        run(project, block("SQLite", 0))
        writer.execute("COMMIT")
    (copy,) = (project / "backups").iterdir()
    assert sorted(path.name for path in copy.iterdir()) == [
        "db.sqlite3",
        "push_key",
        "secret_key",
    ]
    assert names(database) == ["ann", "ben"]

    run(project, block("SQLite", 1))
    assert names(database) == ["ann"]
    assert (project / "var" / "secret_key").read_text() == (
        project / "var.before" / "secret_key"
    ).read_text()
    manage(project, "migrate", "--check")
    run(project, block("After restoring", 0))


def test_an_older_copy_is_never_overwritten(project: Path) -> None:
    run(project, block("SQLite", 0))
    with pytest.raises(AssertionError, match="is there already: name a new folder"):
        run(project, block("SQLite", 0))


def test_postgresql(project: Path) -> None:
    with postgres.server() as url:
        settings = {
            "DATABASE_URL": url,
            "PATH": f"{postgres.programs()}{os.pathsep}{environment.bare()['PATH']}",
        }
        make = "from accounts.models import User; User.objects.create(username='{}')"
        manage(project, "shell", "--verbosity", "0", "-c", f'"{make.format("ann")}"', **settings)
        run(project, block("PostgreSQL", 0), **settings)
        manage(project, "shell", "--verbosity", "0", "-c", f'"{make.format("ben")}"', **settings)
        run(project, block("PostgreSQL", 1), **settings)
        look = (
            "from accounts.models import User; print(*User.objects.values_list('username',"
            " flat=True))"
        )
        assert (
            manage(project, "shell", "--verbosity", "0", "-c", f'"{look}"', **settings) == "ann\n"
        )
        run(project, block("After restoring", 0), **settings)


PLAY = """
from django.db import connection
from django.utils import timezone
from accounts.models import User
from games.tables import services
from games.tables.state import snapshot_cache
from games.tables.models import Table

def now():
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        return cursor.fetchone()[0]

ann, ben = (User.objects.create(username=name) for name in ("ann", "ben"))
table = services.open_table(
    creator=ann, game="lost_cities", clock="daily", order="seats", now=timezone.now()
).id
services.sit(table_id=table, user=ben, now=timezone.now())

def plays(moves):
    for _ in range(moves):
        snapshot = snapshot_cache.current(Table.objects.get(pk=table))
        seat = min(snapshot.to_act)
        action = snapshot.engine.legal_actions(snapshot.position.state, seat)[0]
        code, user_id = snapshot.engine.encode(action), (ann, ben)[seat].pk
        services.act(
            table_id=table, user_id=user_id, code=code, ply=snapshot.ply, now=timezone.now()
        )
    return Table.objects.get(pk=table).ply

before = plays(5)
moment = now()
print(before, plays(4), moment.isoformat())
"""
SHELL = ("shell", "--verbosity", "0", "-c")


def script(project: Path, code: str, **settings: str) -> str:
    (project / "script.py").write_text(code)
    return manage(project, *SHELL, "'exec(open(\"script.py\").read(), globals())'", **settings)


@pytest.fixture
def archive() -> Iterator[Path]:
    """Yield a folder where the server may write, even if it runs as another user."""
    folder = Path(tempfile.mkdtemp(prefix="fairdeal-archive-"))
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


def test_postgresql_comes_back_to_a_moment_between_two_moves(project: Path, archive: Path) -> None:
    def documented(number: int) -> str:
        return block("PostgreSQL, to any moment", number).replace("/srv/archive", str(archive))

    options = dict(re.findall(r"^(\w+) = '?(.*?)'?$", documented(0), re.MULTILINE))
    assert set(options) == {"archive_mode", "archive_command", "archive_timeout"}
    with postgres.running(**options) as server:
        settings = {
            "DATABASE_URL": server.url,
            "PATH": f"{postgres.programs()}{os.pathsep}{environment.bare()['PATH']}",
        }
        run(project, documented(1), **settings)
        before, after, moment = script(project, PLAY, **settings).split()
        assert int(after) > int(before)
        server.stop()

        run(
            project,
            documented(2).replace("2026-11-30 20:15:00+00", moment),
            PGDATA=str(server.data),
        )
        postgres.give_away(server.data)
        server.start()
        look = "from games.tables.models import Table; print(Table.objects.get().ply)"
        assert script(project, look, **settings) == f"{before}\n"
        assert "1 tables replayed. All hold." in run(
            project, block("After restoring", 0), **settings
        )


def test_tables_are_proven_by_several_processes_as_by_one(project: Path) -> None:
    play = PLAY.replace("SELECT clock_timestamp()", "SELECT 1").replace(
        "moment.isoformat()", "moment"
    )
    script(project, play + play.replace('"ann", "ben"', '"cal", "dee"'))
    with closing(
        sqlite3.connect(project / "var" / "db.sqlite3", isolation_level=None)
    ) as connection:
        connection.execute("UPDATE tables_action SET code = 'draw stock' WHERE ply = 2")
    ends = []
    for jobs in ("1", "2"):
        command = [sys.executable, "manage.py", "replay_all", "--jobs", jobs]
        done = subprocess.run(
            command,
            cwd=project,
            env=environment.bare(),
            capture_output=True,
            text=True,
            check=False,
        )
        ends.append((done.returncode, done.stderr))
    assert ends[0] == ends[1]
    assert ends[0][0] == 1
    assert ends[0][1].count("has a broken chain at ply 2") == 2
    assert "2 of 2 tables do not hold." in ends[0][1]


@pytest.mark.parametrize(
    "words", ["backup copy", "doctor", "replay_all", "makehost ann", "shell -c 1", "dumpdata"]
)
def test_no_command_works_beside_the_site(project: Path, words: str) -> None:
    """As somebody runs it who has not given it the settings of the unit."""
    (project / "var" / "db.sqlite3").unlink()
    done = environment.manage(
        environment.bare() | {"DATA_DIR": str(project / "var")}, *words.split()
    )
    assert done.returncode == 1 and "there is no such file" in done.stderr
    assert not (project / "var" / "db.sqlite3").exists()
    sqlite3.connect(project / "var" / "db.sqlite3").execute("CREATE TABLE notes (x)")
    done = environment.manage(
        environment.bare() | {"DATA_DIR": str(project / "var")}, *words.split()
    )
    assert done.returncode == 1 and "no site is set up in it" in done.stderr
    assert not (project / "copy").exists()


def test_each_command_says_whose_data_it_works_on(project: Path) -> None:
    database = project / "var" / "db.sqlite3"
    with closing(sqlite3.connect(database)) as connection:
        add(connection, "ann")
        connection.commit()
    env = environment.bare() | {"DATA_DIR": str(project / "var")}
    done = environment.manage(env, "backup", str(project / "copy"))
    assert f"fairdeal: SQLite {database}" in done.stderr
    assert f"Copied SQLite {database} to" in done.stdout and "people: 1, tables: 0" in done.stdout
    done = environment.manage(env, "transcript", "none")
    assert str(database) in done.stderr and str(database) not in done.stdout


def test_a_password_is_not_printed() -> None:
    url = "postgres://fairdeal:hush@127.0.0.1:1/fairdeal"
    done = environment.manage(environment.bare() | {"DATABASE_URL": url}, "replay_all")
    assert done.returncode == 1 and "PostgreSQL fairdeal on 127.0.0.1:1" in done.stderr
    assert "hush" not in done.stdout + done.stderr and "Traceback" not in done.stderr
