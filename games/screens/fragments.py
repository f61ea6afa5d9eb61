"""Pieces of boards that stay in memory: from one move to the next most of a board is the same.

`{{ macro|kept(facts) }}` is what the macro makes of these facts, `{{ macro|each(items) }}` what it
makes of each item. The macro must depend on nothing else (import it without context), so no viewer
gets a piece made of what another one knows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache

from markupsafe import Markup

from games.screens import languages

Macro = Callable[..., Markup]


def kept(macro: Macro, *facts: Hashable) -> Markup:
    return _made(macro, languages.current(), facts)


def each(macro: Macro, items: Iterable[Hashable]) -> Markup:
    language = languages.current()
    return Markup("".join([_made(macro, language, (item,)) for item in items]))


@lru_cache(16384)
def _made(macro: Macro, language: str, facts: tuple[Hashable, ...]) -> Markup:
    return macro(*facts)
