"""`manage.py move_to ADDRESS`: move the whole site from SQLite to PostgreSQL."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.management.commands.play import take_lock
from config.monitoring import checks
from config.setup import database_move

NEXT = (
    "The site is in the new database. Start it with that as DATABASE_URL; the SQLite file is as it"
    " was, and no longer needed. docs/hosting/moving.md says what other machines need."
)


class Command(BaseCommand):
    """`manage.py move_to ADDRESS`."""

    help = (
        "Copies the whole site from SQLite into an empty PostgreSQL database, exactly, and proves"
        " it. Stop the site first. A move that was interrupted goes on when it is run again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the address."""
        parser.add_argument("address", help="postgres://user:password@host:5432/name")

    def handle(self, *, address: str, **options: Any) -> None:
        """Move the site. Raises CommandError."""
        lock = take_lock()
        try:
            new = database_move.connect(address)
            if not checks.migrated():
                raise database_move.MoveRefused(
                    "The old database lacks migrations: start the site once."
                )
            self.run("replay_all")
            self.run("migrate", "--verbosity=0", DATABASE_URL=address)
            database_move.move(new, self.stdout.write)
            new.close()
            self.run("replay_all", DATABASE_URL=address)
        except database_move.MoveRefused as error:
            raise CommandError(str(error)) from None
        finally:
            os.close(lock)
        self.stdout.write(NEXT)

    def run(self, *words: str, **variables: str) -> None:
        """Run a command on the old or the given database, in a process of its own: the site's code
        knows one database. Raises MoveRefused."""
        self.stdout.flush()
        command = [sys.executable, "manage.py", *words]
        env = os.environ | {"DATA_DIR": str(settings.DATA_DIR)} | variables
        if subprocess.run(command, cwd=settings.BASE_DIR, env=env, check=False).returncode:
            raise database_move.MoveRefused(f"`manage.py {words[0]}` failed, as it says above.")
