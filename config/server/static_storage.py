"""Published static files: minified, some joined into bundles, named by their content,
compressed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from django.core.files.base import ContentFile, File
from rjsmin import jsmin
from whitenoise.storage import CompressedManifestStaticFilesStorage

from config.server.bundles import bundles

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# No string of ours has a comma or a colon with a space behind it (a test looks).
_SPACE = re.compile(r"\s*([{};>~])\s*|([:,])\s+")


def thin(css: str) -> str:
    """Return a minified stylesheet."""
    # rcssmin knows no layers: within them it takes the space out of "a :is(b)".
    return _SPACE.sub(r"\1\2", _COMMENT.sub("", css)).replace(";}", "}").strip() + "\n"


THIN: Final = {".css": thin, ".js": jsmin}


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's storage, with minified stylesheets and scripts, and the bundles."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._addresses: dict[tuple[str, str | None], str] = {}

    def url(self, name: str, force: bool = False) -> str:
        """Return the address of a file, cached: each page asks for dozens."""
        key = name, self.hashed_files.get(name)
        if key not in self._addresses:
            self._addresses[key] = super().url(name, force)
        return self._addresses[key]

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        """Write the published files."""
        found: dict[str, Any] = {
            name: (_Thin(storage), path) for name, (storage, path) in paths.items()
        }
        for name, parts in bundles().items():
            whole = "\n".join(_text(*found[part]) for part in parts)
            self.delete(name)
            self._save(name, ContentFile(whole.encode()))
            found[name] = self, name
        yield from super().post_process(found, **options)


def _text(storage: Any, path: str) -> str:
    with storage.open(path) as file:
        text: str = file.read().decode()
    return text


class _Thin:
    """A storage whose own stylesheets and scripts are minified."""

    def __init__(self, storage: Any) -> None:
        self.storage = storage

    def open(self, path: str) -> File[Any]:
        """Open a file to read."""
        file: File[Any] = self.storage.open(path)
        thinner = THIN.get(PurePath(path).suffix)
        if not thinner or path.startswith("vendor/"):
            return file
        with file:
            return ContentFile(thinner(file.read().decode()).encode(), name=path)
