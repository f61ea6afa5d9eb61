"""Static files as they are published: stylesheets without comments and indentation, scripts without
lines of comments, all under names that change with their content, compressed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any, Final

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SPACE = re.compile(r"\s*([{};])\s*")
_REMARK = re.compile(r"^[ \t]*//.*\n", re.MULTILINE)


def thin(css: str) -> str:
    """Return a stylesheet without what browsers pass over."""
    return _SPACE.sub(r"\1", _COMMENT.sub("", css)).strip() + "\n"


def thin_script(script: str) -> str:
    """Return a script without the lines that hold nothing but a comment."""
    return _REMARK.sub("", script)


THIN: Final = {".css": thin, ".js": thin_script}


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's storage, given thin stylesheets and scripts."""

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        """Write the published files."""
        found = {name: (_Thin(storage), path) for name, (storage, path) in paths.items()}
        yield from super().post_process(found, **options)


class _Thin:
    """A place of static files whose stylesheets and scripts are thin. What others wrote stays as it
    was published."""

    def __init__(self, storage: Any) -> None:
        self.storage = storage

    def open(self, path: str) -> File[Any]:
        """Return a file, to be read."""
        file: File[Any] = self.storage.open(path)
        thinner = THIN.get(PurePath(path).suffix)
        if not thinner or path.startswith("vendor/"):
            return file
        with file:
            return ContentFile(thinner(file.read().decode()).encode(), name=path)
