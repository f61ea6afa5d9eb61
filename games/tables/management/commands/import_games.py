"""The command `import_games`: make tables of the games in a file."""

from __future__ import annotations

import gzip
import json
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from accounts.models import User
from games.tables import services
from games.tables.errors import NotPossible

WHOLE = re.compile(r"games/[^./]+\.txt")  # of somebody's data: the games that have ended


class Command(BaseCommand):
    """Make tables of games."""

    help = (
        "Make a table of each game in a file: transcripts one after the other, the lines of a dump,"
        " packed or not, or the ZIP of somebody's data. Games that do not replay are refused with"
        " line and reason."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the arguments."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--by", required=True, metavar="NAME", help="whose tables they are")

    def handle(self, *args: Any, **options: Any) -> None:
        """Take the games in. Raises CommandError if one was refused, when all others are in."""
        user = User.objects.filter(username__iexact=options["by"], closed_at=None).first()
        if user is None:
            raise CommandError(f"Nobody is called {options['by']}.")
        file, refused = options["file"], 0
        for first, text in _read(file):
            try:
                table = services.import_game(text=text, user=user, now=timezone.now())
                self.stdout.write(f"/t/{table.pk}/")
            except NotPossible as error:
                refused += 1
                self.stderr.write(f"{file}, game at {first}. {error.sentence}")
        if refused:
            raise CommandError(f"{refused} refused.")


def _read(file: Path) -> Iterator[tuple[str, str]]:
    """Yield each game of a file, with where it begins."""
    if file.suffix == ".zip":
        with zipfile.ZipFile(file) as archive:
            for name in archive.namelist():
                if WHOLE.fullmatch(name):
                    with archive.open(name) as packed:  # what is longer than any game is refused
                        yield name, packed.read(services.LONGEST + 1).decode(errors="replace")
        return
    with gzip.open(file, "rt") if file.suffix == ".gz" else file.open() as lines:
        yield from ((f"line {first}", text) for first, text in games(lines))


def games(lines: IO[str]) -> Iterator[tuple[int, str]]:
    """Yield each game of a file as a transcript, with the line where it begins."""
    text, first = "", 1
    for number, line in enumerate(lines, 1):
        if line.startswith("{"):
            yield number, _transcript(line)
            continue
        if line.startswith("game ") and "game " in text:
            yield first, text
            text = ""
        first = first if text else number
        text += line
    if text.strip():
        yield first, text


def _transcript(line: str) -> str:
    """Return the transcript of a line of a dump; what is none is refused as one that is empty."""
    try:
        found = json.loads(line).get("transcript")
    except ValueError:
        found = None
    return found if isinstance(found, str) else ""
