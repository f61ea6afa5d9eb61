"""Places besides tables at which people talk. Their apps stand above this one, and provide a
function at start. What is said there has one room."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Venue:
    """A venue by its key, `kind-number`, and the address of its page. `known`: those who talk there
    know each other, so that a new account need not wait."""

    key: str
    url: str
    known: bool


Finder: TypeAlias = Callable[[str, int | None], Venue | None]
"""A function of a venue's key and a user's id: None unless that user may read what is said."""
_finders: dict[str, Finder] = {}


def provide(kind: str, finder: Finder) -> None:
    """Set the function that finds venues of a kind."""
    _finders[kind] = finder


def find(key: str, user_id: int | None) -> Venue | None:
    """Return a venue if this user may read what is said there, else None."""
    finder = _finders.get(key.partition("-")[0])
    return finder(key, user_id) if finder else None
