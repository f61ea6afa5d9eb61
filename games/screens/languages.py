"""The language in which a board is rendered. Django is asked for it once for each board, not for
each text."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from threading import local
from typing import Any, ParamSpec, TypeVar, cast

from django.utils import translation
from django.utils.translation import get_language

P = ParamSpec("P")
R = TypeVar("R")


class _Here(local):
    """The language in which this thread renders; None at other times."""

    language: str | None = None


here = _Here()


class rendering:
    """Keep the active language for this thread, so that `current` answers without asking Django."""

    __slots__ = ("outermost",)

    def __enter__(self) -> None:
        """Ask Django, unless it has been asked."""
        self.outermost = here.language is None
        if self.outermost:
            here.language = get_language() or ""

    def __exit__(self, *_error: object) -> None:
        """Forget the answer, if it was asked for here."""
        if self.outermost:
            here.language = None


class speaking:
    """Render in a language. Nothing may be awaited meanwhile: the language is the thread's."""

    __slots__ = ("before", "language", "others")

    def __init__(self, language: str) -> None:
        self.language = language

    def __enter__(self) -> None:
        """Activate the language, unless it is active."""
        self.before = here.language
        spoken = get_language() == self.language
        self.others = None if spoken else translation.override(self.language)
        if self.others:
            self.others.__enter__()
        here.language = self.language

    def __exit__(self, *_error: object) -> None:
        """Activate the language of before."""
        here.language = self.before
        if self.others:
            self.others.__exit__(None, None, None)


def current() -> str:
    """Return the code of the active language; "" if translations are off."""
    language = here.language
    return language if language is not None else get_language() or ""


def gettext(message: str) -> str:
    """Return a text in the active language, from a cache: catalogues are slow."""
    language = here.language
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
            language = here.language
            return made(current() if language is None else language, *args)

        return cast(Callable[P, R], asked)

    return decorate
