"""News about no table, by apps above this one, which provide their words at start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.models import User


@dataclass(frozen=True, slots=True)
class NewsText:
    """An item of news: a sentence, a line below it, the name for its avatar, and its link. `title`
    is the sentence as plain text."""

    sentence: SafeString
    line: str
    face: str
    url: str
    title: str


def text(words: str, *, face: str, url: str, **names: str) -> NewsText:
    """Return an item with these words, in which names take the place of their `{keys}`."""
    shown = format_html(
        words, **{key: format_html("<b>{}</b>", name) for key, name in names.items()}
    )
    return NewsText(shown, "", face, url, words.format(**names))


Words: TypeAlias = Callable[[Mapping[str, Any], User | None], NewsText]
"""A function of an item's facts and the user who caused it, in the reader's language."""


@dataclass(frozen=True, slots=True)
class NewsSource:
    """An app's functions of an item's facts and its user: its words; whether it still holds and the
    user may know it; the lines below the sentence; the table that it leads to."""

    words: Words
    holds: Callable[[Mapping[str, Any], User], bool]
    lines: Callable[[Mapping[str, Any], User], tuple[str, ...]]
    table: Callable[[Mapping[str, Any], User], str | None]


_sources: dict[str, NewsSource] = {}


def provide(what: str, source: NewsSource) -> None:
    """Set the source of a kind of news."""
    _sources[what] = source


def source(what: str) -> NewsSource:
    """Return the source of a kind of news."""
    return _sources[what]


def known() -> list[str]:
    """Return the kinds of news that have a source."""
    return list(_sources)


def words(what: str, facts: Mapping[str, Any], by: User | None) -> NewsText:
    """Return the words of an item, in the active language."""
    return _sources[what].words(facts, by)
