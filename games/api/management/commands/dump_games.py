"""`manage.py dump_games`: write all ended public games into files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.api import dumps


class Command(BaseCommand):
    """`manage.py dump_games`."""

    help = "Write all public games that have ended into files, with checksums. Beside a site, too."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the folder and `--all`."""
        parser.add_argument("folder", nargs="?", type=Path, help="by default DUMPS_DIR")
        parser.add_argument("--all", action="store_true", help="write former months again")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the files."""
        folder = options["folder"] or settings.DUMPS_DIR
        if not folder:
            raise CommandError("Name a folder: DUMPS_DIR is off.")
        for name in dumps.write(folder, timezone.now(), everything=options["all"]):
            self.stdout.write(f"Written: {folder / name}")
