"""`manage.py backup FOLDER`: copy the embedded database and the keys of a running site."""

from __future__ import annotations

import os
import shutil
import sqlite3
from argparse import ArgumentParser
from contextlib import closing
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from accounts.models import User
from config.monitoring.doctor import LAST_BACKUP
from config.setup import command_target
from games.tables.models import Table

KEYS = ("secret_key", "push_key")


class Command(BaseCommand):
    """`manage.py backup FOLDER`."""

    help = "Copies the SQLite database and the keys into a new folder. The site may go on running."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the folder."""
        parser.add_argument("folder", type=Path)

    def handle(self, *, folder: Path, **options: Any) -> None:
        """Copy database and keys. Raises CommandError."""
        if connection.vendor != "sqlite":
            raise CommandError("The database is not SQLite: use pg_dump.")
        try:
            folder.mkdir(mode=0o700, parents=True)
        except FileExistsError:
            raise CommandError(
                f"{folder} is there already: name a new folder, so that no older copy is lost."
            ) from None
        copy = folder / "db.sqlite3"
        copy_database(Path(settings.DATABASES["default"]["NAME"]), copy)
        for key in (settings.DATA_DIR / name for name in KEYS):
            if key.exists():
                shutil.copy2(key, folder)
        (settings.DATA_DIR / LAST_BACKUP).touch()  # for `manage.py doctor`
        people, tables = count_rows(copy)
        self.stdout.write(
            f"Copied {command_target.name()} to {folder}: people: {people}, tables: {tables},"
            f" {copy.stat().st_size} bytes, checked."
        )


def count_rows(copy: Path) -> tuple[int, int]:
    """Return the numbers of people and tables in a database."""
    with closing(sqlite3.connect(copy)) as database:
        people, tables = (
            database.execute(f"SELECT count(*) FROM {model._meta.db_table}").fetchone()[0]
            for model in (User, Table)
        )
    return people, tables


def copy_database(original: Path, copy: Path) -> None:
    """Write a consistent copy, even while others write; check and sync it. Raises CommandError."""
    with closing(sqlite3.connect(original)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        if target.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise CommandError(
                f"The copy {copy} is damaged, so the database itself is: keep older copies."
            )
    with copy.open("rb") as file:
        os.fsync(file.fileno())
