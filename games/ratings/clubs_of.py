"""Clubs on profiles, from an app above this one. It provides its function at start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

Clubs: TypeAlias = Callable[[int, Any], list[tuple[str, str]]]
"""A function of the id of a user and the reader: names of clubs and their addresses."""

_known: list[Clubs] = []


def provide(clubs: Clubs) -> None:
    """Set the function that knows clubs."""
    _known[:] = [clubs]


def of(user_id: int, reader: Any) -> list[tuple[str, str]]:
    """Return the clubs of a user that a reader may see."""
    return _known[0](user_id, reader) if _known else []
