"""A cache of fragments of boards, since most of a board stays the same from one move to the next.

`{{ macro|kept(facts) }}` is the output of the macro for these facts, `{{ macro|each(items) }}` that
for each item. The macro must depend on nothing else (import it without context), so that no viewer
gets a fragment made of values that only another viewer may know.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache

from markupsafe import Markup

from games.screens import languages

Macro = Callable[..., Markup]


def kept(macro: Macro, *facts: Hashable) -> Markup:
    """Return the output of a macro for these facts, from the cache if it is there."""
    return _made(macro, languages.current(), facts)


def each(macro: Macro, items: Iterable[Hashable]) -> Markup:
    """Return the output of a macro for each of these items, from the cache where it is there."""
    language = languages.current()
    return Markup("".join([_made(macro, language, (item,)) for item in items]))


@lru_cache(16384)
def _made(macro: Macro, language: str, facts: tuple[Hashable, ...]) -> Markup:
    return macro(*facts)
