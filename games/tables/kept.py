"""Pieces of boards that stay in memory: from one move to the next most of a board is the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache

from markupsafe import Markup

from games.tables import languages


def kept(macro: Callable[..., Markup], *facts: Hashable) -> Markup:
    """What a macro makes of these facts. It must depend on nothing else (import it without context), so no viewer gets
    a piece that was made of what another one knows."""
    return _made(macro, languages.current(), facts)


@lru_cache(8192)
def _made(macro: Callable[..., Markup], language: str, facts: tuple[Hashable, ...]) -> Markup:
    return macro(*facts)
