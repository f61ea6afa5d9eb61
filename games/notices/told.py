"""News that is about no table, by apps above this one, which provide at start how it is said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.safestring import SafeString

from accounts.models import User


@dataclass(frozen=True, slots=True)
class Said:
    """An item of news: a sentence, a line below it, the name whose letter stands beside it, and
    where it leads to."""

    sentence: SafeString
    line: str
    face: str
    url: str


Teller: TypeAlias = Callable[[Mapping[str, Any], User | None], Said]
"""A function of an item's facts and of who brought it about, in the reader's language."""
_tellers: dict[str, Teller] = {}


def provide(what: str, teller: Teller) -> None:
    """Set the function that says news of a kind."""
    _tellers[what] = teller


def known() -> list[str]:
    """Return the kinds of news that somebody can say."""
    return list(_tellers)


def say(what: str, facts: Mapping[str, Any], by: User | None) -> Said:
    """Return an item of news in the reader's language."""
    return _tellers[what](facts, by)
