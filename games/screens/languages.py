"""The language that a board is rendered in: asked of Django once, and not for each of its many
texts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import local

from django.utils.translation import get_language

_here = local()


@contextmanager
def rendering() -> Iterator[None]:
    """While this lasts, `current` answers in this thread without asking Django."""
    before = getattr(_here, "language", None)
    _here.language = get_language() or ""
    try:
        yield
    finally:
        _here.language = before


def current() -> str:
    language: str | None = getattr(_here, "language", None)
    return language if language is not None else get_language() or ""
