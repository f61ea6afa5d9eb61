"""Venues other than tables, each with one room. Their apps, above this one, provide a function at
start."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Venue:
    """A venue: its key, `kind-number`, and the address of its page. `known`: the people there know
    each other."""

    key: str
    url: str
    known: bool


Finder: TypeAlias = Callable[[str, int | None], Venue | None]
"""Return the venue with this key if the user with this id may read there, else None."""
_finders: dict[str, Finder] = {}


def provide(kind: str, finder: Finder) -> None:
    """Register the function that finds venues of a kind."""
    _finders[kind] = finder


def find(key: str, user_id: int | None) -> Venue | None:
    """Return a venue if the user may read there, else None."""
    finder = _finders.get(key.partition("-")[0])
    return finder(key, user_id) if finder else None
