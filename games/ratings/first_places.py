"""Titles on profiles: first places that an app above this one knows of. It provides its function at
start."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

Titles: TypeAlias = Callable[[int, Any], list[tuple[str, str, int]]]
"""A function of the id of a user and the reader: names of events, their addresses, and places."""

_known: list[Titles] = []


def provide(titles: Titles) -> None:
    """Set the function that knows titles."""
    _known[:] = [titles]


def of(user_id: int, reader: Any) -> list[tuple[str, str, int]]:
    """Return the titles of a user that a reader may see."""
    return _known[0](user_id, reader) if _known else []
