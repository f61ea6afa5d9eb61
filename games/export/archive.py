"""The ZIP, streamed row by row, so that memory does not grow with the number of games."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext as _

from accounts.exporting import Row, Source

PIECE = 512 * 1024  # bytes


class Pieces(io.RawIOBase):
    """A write-only, unseekable file that emits pieces of equal length, and a shorter last one."""

    def __init__(self, keep: Callable[[int, bytes], object]) -> None:
        self.keep, self.waiting, self.number, self.size = keep, bytearray(), 0, 0

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: Any) -> int:
        """Buffer bytes, and emit whole pieces."""
        self.waiting += data
        self.size += len(data)
        while len(self.waiting) >= PIECE:
            self._hand_on(PIECE)
        return len(data)

    def finish(self) -> None:
        """Emit the last piece."""
        if self.waiting:
            self._hand_on(len(self.waiting))

    def _hand_on(self, length: int) -> None:
        self.keep(self.number, bytes(self.waiting[:length]))
        self.number += 1
        del self.waiting[:length]


def write(to: Pieces, sources: Iterable[Source], user_id: int, name: str, now: datetime) -> None:
    """Write all of a user's data, README.txt first, in the active language."""
    listed = list(sources)
    moment = now.astimezone(UTC).timetuple()[:6]
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:

        def entry(path: str) -> zipfile.ZipInfo:
            info = zipfile.ZipInfo(path, moment)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
            return info

        archive.writestr(entry("README.txt"), readme(listed, name, now))
        for source in listed:
            with archive.open(entry(f"{source.name}.json"), "w") as file:
                _rows(file, source.rows(user_id))
            for path, text in source.texts(user_id) if source.texts else ():
                archive.writestr(entry(path), text)
    to.finish()


def _rows(file: Any, rows: Iterable[Row]) -> None:
    """Write rows as a JSON list, one a line."""
    before = "[\n"
    for row in rows:
        named = {_plain(key): value for key, value in row.items()}
        text = json.dumps(named, cls=DjangoJSONEncoder, ensure_ascii=False)
        file.write(f"{before}{text}".encode())
        before = ",\n"
    file.write(b"[]\n" if before == "[\n" else b"\n]\n")


def _plain(key: str) -> str:
    """Return a readable column name: "other" for "other__username"."""
    return key.removesuffix("__username").removesuffix("_id").replace("__", "_")


def readme(sources: Iterable[Source], name: str, now: datetime) -> str:
    """Return the text of README.txt, which explains every file."""
    facts = {"site": settings.SITE_NAME, "name": name, "day": f"{now:%Y-%m-%d %H:%M} UTC"}
    head = _(
        "The data of %(name)s at %(site)s on %(day)s.\n\n"
        "The files that end in .json are lists for programs; any text editor shows them too."
        " Times are in UTC. Tables are named as in their addresses: /t/<table>/.\n"
    )
    lines = [head % facts]
    lines += [f"{f'{source.name}.json':<22} {source.about}" for source in sources]
    tail = _(
        "\nNot in here: your password and the secrets of passkeys, apps and webhooks, of which the"
        " site keeps what it needs to check them; cards that you may not see yet; and what others"
        " have decided or written about you. A hash of the address from which you sat down is kept"
        " for 90 days after a game (“origin” in tables.json).\n"
    )
    return "\n".join([*lines, tail])
