"""The dump of all ended public games: a file for each game and month, a JSON object a line, with
checksums. A past month is written again only if a user has chosen since not to be named, or if
cards have been unsealed since."""

from __future__ import annotations

import gzip
import hashlib
import io
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db.models import Min, Q
from django.utils.crypto import salted_hmac

from accounts.models import User
from games.api.answers import row, text
from games.community.duplicate.selectors import opened_since
from games.lobby import public_games
from games.registry import engines
from games.tables.models import Seat, Table
from games.tables.proof import fairness

BATCH = 200  # games in memory at a time
SUMS = "SHA256SUMS"
SETTLED = timedelta(days=2)  # after the end of a month: all its games are committed
README = """Games of {site} ({url})

Every public game that has ended, a file for each game and month of its end, packed with gzip. Each
line is a JSON object: the fields of a table in the API ({url}/api/1/docs/), with the transcript,
which holds every card. Check a file with `sha256sum -c SHA256SUMS`, a transcript with
`python -m games.kernel.transcript`, and take either in with `manage.py import_games`.

Whoever asks for it is not named: "player-" and ten letters, the same in all files of this site.

Licence: CC0 1.0 (https://creativecommons.org/publicdomain/zero/1.0/). Do with it what you like.
"""


@dataclass(frozen=True, slots=True)
class Month:
    """A file: the games that ended in a month."""

    game: str
    begins: datetime
    ends: datetime

    @property
    def name(self) -> str:
        """Return the name of the file."""
        return f"{self.game}-{self.begins:%Y-%m}.ndjson.gz"


def write(folder: Path, now: datetime, *, everything: bool = False) -> list[str]:
    """Write the due files into a folder, and the checksums of all; return their names. Idempotent:
    each file is replaced as a whole."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for month in months(now):
        if everything or _is_due(folder / month.name, month):
            with _Replacement(folder / month.name) as file:
                _write(file, month, now)
            os.utime(folder / month.name, (now.timestamp(), now.timestamp()))
            written.append(month.name)
    about = README.format(site=settings.SITE_NAME, url=settings.BASE_URL)
    with _Replacement(folder / "README.txt") as file:
        file.write(about.encode())
    with _Replacement(folder / SUMS) as file:
        for name, path in files(folder).items():
            file.write(f"{_sum(path)}  {name}\n".encode())
    return written


def files(folder: Path) -> dict[str, Path]:
    """Return name → file of a dump."""
    return {path.name: path for path in sorted(folder.glob("*.ndjson.gz"))}


@dataclass(frozen=True, slots=True)
class DumpFile:
    """A file with its checksum."""

    name: str
    size: int
    sum: str


def files_with_sums(folder: Path) -> list[DumpFile]:
    """Return the files of a written dump with their checksums."""
    try:
        lines = (folder / SUMS).read_text().splitlines()
    except FileNotFoundError:
        return []
    found, sums = files(folder), (line.split("  ", 1) for line in lines)
    return [DumpFile(name, found[name].stat().st_size, sum) for sum, name in sums if name in found]


def months(now: datetime) -> Iterator[Month]:
    """Yield the months of all games, game by game, oldest first."""
    for game in engines():
        first = public_games.ended_tables(game).aggregate(at=Min("ended_at"))["at"]
        begins = first and datetime(first.year, first.month, 1, tzinfo=UTC)
        while begins and begins <= now:
            ends = (begins + timedelta(days=32)).replace(day=1)
            yield Month(game, begins, ends)
            begins = ends


def _is_due(path: Path, month: Month) -> bool:
    if not path.exists():
        return True
    at = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    gone = Q(unnamed_since__gte=at) | Q(closed_at__gte=at)
    return (
        at < month.ends + SETTLED
        or User.objects.filter(gone).exists()
        or opened_since(month.game, at, month.begins, month.ends)
    )


def _write(file: io.BufferedWriter, month: Month, now: datetime) -> None:
    # no name and time in the header: the same games have the same checksum
    with gzip.GzipFile("", "wb", 6, file, mtime=0) as packed:
        for game in games(month, now):
            packed.write(f"{text(game)}\n".encode())


def games(month: Month, now: datetime) -> Iterator[dict[str, Any]]:
    """Yield the games of a month in the order of their ends, with one batch in memory."""
    span = {"ended_at__gte": month.begins, "ended_at__lt": month.ends}
    tables = public_games.ended_tables(month.game).filter(**span).order_by("ended_at", "pk")
    after: tuple[datetime, str] | None = None
    while True:
        rest = tables
        if after:
            at, pk = after
            rest = tables.filter(ended_at__gte=at).exclude(ended_at=at, pk__lte=pk)
        batch = list(rest.prefetch_related(public_games.SEATS)[:BATCH])
        if not batch:
            return
        yield from _with_transcripts(batch, now)
        assert batch[-1].ended_at
        after = batch[-1].ended_at, batch[-1].pk


def _with_transcripts(batch: list[Table], now: datetime) -> Iterator[dict[str, Any]]:
    transcripts = fairness.transcripts_of(batch, now)
    for table in batch:
        if table.pk in transcripts:
            seats = list(table.seats.all())
            facts = row(table, seats) | {"transcript": transcripts[table.pk]}
            yield facts | {"players": [name(seat) for seat in seats]}


def name(seat: Seat) -> str:
    """Return the name of a seat's player in dumps."""
    if seat.user is None or seat.user.unnamed_since is None:
        return seat.name
    mark = salted_hmac("games.api.dumps", str(seat.user_id), algorithm="sha256").hexdigest()
    return f"player-{mark[:10]}"


class _Replacement:
    """A file that replaces another when it is complete."""

    def __init__(self, path: Path) -> None:
        self.path, self.new = path, path.with_name(f".{path.name}.{os.getpid()}")

    def __enter__(self) -> io.BufferedWriter:
        self.file = self.new.open("wb")
        return self.file

    def __exit__(self, kind: object, *_: object) -> None:
        self.file.close()
        if kind is None:
            self.new.replace(self.path)
        else:
            self.new.unlink(missing_ok=True)


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
