"""News that is about no table, by apps above this one, which provide at start how it is said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.models import User


@dataclass(frozen=True, slots=True)
class Said:
    """An item of news: a sentence, a line below it, the name whose letter stands beside it, and
    where it leads to. `title` is the sentence as plain text."""

    sentence: SafeString
    line: str
    face: str
    url: str
    title: str


def said(words: str, *, face: str, url: str, **names: str) -> Said:
    """Return an item that says these words, with names in the place of `{their}` keys."""
    shown = format_html(
        words, **{key: format_html("<b>{}</b>", name) for key, name in names.items()}
    )
    return Said(shown, "", face, url, words.format(**names))


Say: TypeAlias = Callable[[Mapping[str, Any], User | None], Said]
"""A function of an item's facts and of who brought it about, in the reader's language."""


@dataclass(frozen=True, slots=True)
class Teller:
    """An app's way to say its news, elsewhere too: functions of an item's facts and its user, which
    return whether it is so still and that user may know it, the lines below the sentence, and the
    table that it leads to."""

    say: Say
    holds: Callable[[Mapping[str, Any], User], bool]
    lines: Callable[[Mapping[str, Any], User], tuple[str, ...]]
    table: Callable[[Mapping[str, Any], User], str | None]


_tellers: dict[str, Teller] = {}


def provide(what: str, teller: Teller) -> None:
    """Set the way to say news of a kind."""
    _tellers[what] = teller


def teller(what: str) -> Teller:
    """Return the way to say news of a kind."""
    return _tellers[what]


def known() -> list[str]:
    """Return the kinds of news that somebody can say."""
    return list(_tellers)


def say(what: str, facts: Mapping[str, Any], by: User | None) -> Said:
    """Return an item of news in the reader's language."""
    return _tellers[what].say(facts, by)
