"""The language in which a board is rendered. Django is asked for it once for each board, not for
each text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from threading import local
from typing import Any, ParamSpec, TypeVar, cast

from django.utils import translation
from django.utils.translation import get_language

P = ParamSpec("P")
R = TypeVar("R")

_here = local()


@contextmanager
def rendering() -> Iterator[None]:
    """Keep the active language for this thread, so that `current` answers without asking Django."""
    if getattr(_here, "language", None) is not None:
        yield
        return
    _here.language = get_language() or ""
    try:
        yield
    finally:
        _here.language = None


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Render in this language. Nothing may be awaited meanwhile: the language is the thread's."""
    before = getattr(_here, "language", None)
    with translation.override(language):
        _here.language = language
        try:
            yield
        finally:
            _here.language = before


def current() -> str:
    """Return the code of the active language; "" if translations are off."""
    language: str | None = getattr(_here, "language", None)
    return language if language is not None else get_language() or ""


def gettext(message: str) -> str:
    """Return a text in the active language, from a cache: catalogues are slow."""
    language = getattr(_here, "language", None)
    return _translated(current() if language is None else language, message)


def ngettext(singular: str, plural: str, number: int) -> str:
    """Do the same for a text that depends on a number."""
    return _counted(current(), singular, plural, number)


@lru_cache(4096)
def _counted(_language: str, singular: str, plural: str, number: int) -> str:
    return translation.ngettext(singular, plural, number)


@lru_cache(4096)
def _translated(_language: str, message: str) -> str:
    return translation.gettext(message)


def per_language(size: int | None = None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Cache the results of a function, separately for each language.

    `size`: the number of results, None for all. The arguments have to be positional and hashable,
    and the texts have to come from gettext.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        make = cast("Callable[..., R]", function)

        @lru_cache(size)
        def made(language: str, *args: Any) -> R:
            return make(*args)

        @wraps(function)
        def asked(*args: Any) -> R:
            # as `current`, without a call: a board asks some fifty times
            language = getattr(_here, "language", None)
            return made(current() if language is None else language, *args)

        return cast(Callable[P, R], asked)

    return decorate
