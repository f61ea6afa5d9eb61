"""The ZIP, streamed row by row in constant memory."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext as _

from accounts.exporting import Row, Source
from games.export import signing

PIECE = 512 * 1024  # bytes
SIGNATURE = "signature.jws"


class Pieces(io.RawIOBase):
    """A write-only, unseekable file that passes its pieces to `keep` by number. All but the last
    have PIECE bytes."""

    def __init__(self, keep: Callable[[int, bytes], object]) -> None:
        self.keep, self.waiting, self.number, self.size = keep, bytearray(), 0, 0

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: Any) -> int:
        """Buffer bytes and emit whole pieces."""
        self.waiting += data
        self.size += len(data)
        while len(self.waiting) >= PIECE:
            self._emit(PIECE)
        return len(data)

    def finish(self) -> None:
        """Emit the last piece."""
        if self.waiting:
            self._emit(len(self.waiting))

    def _emit(self, length: int) -> None:
        self.keep(self.number, bytes(self.waiting[:length]))
        self.number += 1
        del self.waiting[:length]


def write(to: Pieces, sources: Iterable[Source], user_id: int, name: str, now: datetime) -> None:
    """Write all of a user's data, README.txt first, in the active language."""
    listed = list(sources)
    moment = now.astimezone(UTC).timetuple()[:6]
    sums: dict[str, str] = {}
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED) as archive:

        def entry(path: str) -> zipfile.ZipInfo:
            info = zipfile.ZipInfo(path, moment)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
            return info

        def add(path: str, parts: Iterable[str]) -> None:
            digest = hashlib.sha256()
            with archive.open(entry(path), "w") as file:
                for part in parts:
                    data = part.encode()
                    digest.update(data)
                    file.write(data)
            sums[path] = digest.hexdigest()

        add("README.txt", [readme(listed, name, now)])
        for source in listed:
            add(f"{source.name}.json", _rows(source.rows(user_id)))
            for path, text in source.texts(user_id) if source.texts else ():
                add(path, [text])
        signed = signing.sign({"sub": name, "iat": int(now.timestamp()), "sha256": sums})
        archive.writestr(entry(SIGNATURE), signed)
    to.finish()


def _rows(rows: Iterable[Row]) -> Iterator[str]:
    """Yield rows as a JSON list, one a line."""
    before = "[\n"
    for row in rows:
        named = {_plain(key): value for key, value in row.items()}
        text = json.dumps(named, cls=DjangoJSONEncoder, ensure_ascii=False)
        yield f"{before}{text}"
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


def _plain(key: str) -> str:
    """Return a readable column name: "other" for "other__username"."""
    return key.removesuffix("__username").removesuffix("_id").replace("__", "_")


def readme(sources: Iterable[Source], name: str, now: datetime) -> str:
    """Return README.txt, which explains each file."""
    facts = {"site": settings.SITE_NAME, "name": name, "day": f"{now:%Y-%m-%d %H:%M} UTC"}
    head = _(
        "The data of %(name)s at %(site)s on %(day)s.\n\n"
        "The files that end in .json are lists for programs; any text editor shows them too."
        " Times are in UTC. Tables are named as in their addresses: /t/<table>/.\n"
    )
    lines = [head % facts]
    lines += [f"{f'{source.name}.json':<22} {source.about}" for source in sources]
    signed = _(
        "The site has signed this file: %(path)s names the account, the moment and the SHA-256 of"
        " each file. Each game that has ended bears a signature of its own in its last line, by"
        " which another site can give you its seat.\n"
    )
    lines += ["", signed % {"path": SIGNATURE}]
    tail = _(
        "\nNot in here: your password and the secrets of passkeys, apps and webhooks, of which the"
        " site keeps what it needs to check them; cards that you may not see yet; and what others"
        " have decided or written about you. A hash of the address from which you sat down is kept"
        " for 90 days after a game (“origin” in tables.json).\n"
    )
    return "\n".join([*lines, tail])
