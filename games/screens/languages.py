"""The language that a board is rendered in: asked of Django once, and not for each of its many
texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from threading import local
from typing import Any, ParamSpec, TypeVar, cast

from django.utils.translation import get_language

P = ParamSpec("P")
R = TypeVar("R")

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


def per_language(size: int | None = None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Remember what a function answers, for each language by itself; `size` answers at most, or all
    of them. Its arguments are positional and hashable, and its texts come from gettext."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(size)
        def made(language: str, *args: Any) -> R:
            return cast(Callable[..., R], function)(*args)

        @wraps(function)
        def asked(*args: Any) -> R:
            return made(current(), *args)

        return cast(Callable[P, R], asked)

    return decorate
