"""Static files as they are published: stylesheets without comments and indentation, all under names
that change with their content, compressed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SPACE = re.compile(r"\s*([{};])\s*")


def thin(css: str) -> str:
    """Return a stylesheet without what browsers pass over."""
    return _SPACE.sub(r"\1", _COMMENT.sub("", css)).strip() + "\n"


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's storage, given thin stylesheets."""

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        """Write the published files."""
        found = {name: (_Thin(storage), path) for name, (storage, path) in paths.items()}
        yield from super().post_process(found, **options)


class _Thin:
    """A place of static files whose stylesheets are thin."""

    def __init__(self, storage: Any) -> None:
        self.storage = storage

    def open(self, path: str) -> File[Any]:
        """Return a file, to be read."""
        file: File[Any] = self.storage.open(path)
        if not path.endswith(".css"):
            return file
        with file:
            return ContentFile(thin(file.read().decode()).encode(), name=path)
