"""Everything that can be asked: every address of the URL conf, and every form on the pages behind
them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from typing import Any

from django.contrib.admindocs.views import simplify_regex
from django.urls import URLPattern, URLResolver, get_resolver

_FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
_FIELD = re.compile(r"<(?:input|button|select|textarea)\b([^>]*)>")
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')


@dataclass(frozen=True)
class Form:
    """A form as a page has it: where it goes, and its fields with the values that stand there."""

    action: str
    fields: tuple[tuple[str, str], ...]


def addresses(patterns: Iterable[Any] | None = None, before: str = "") -> Iterator[str]:
    """Every address of the site, with `<name>` in place of each part that varies."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        text = before + _plain(pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, text)
        else:
            yield text


def _plain(pattern: URLPattern | URLResolver) -> str:
    route = getattr(pattern.pattern, "_route", None)
    if route is None:
        return simplify_regex(str(pattern.pattern)).removeprefix("/")
    return re.sub(r"<(?:\w+:)?(\w+)>", r"<\1>", str(route))


def forms(page: str, address: str) -> Iterator[Form]:
    """Return the forms of a page that are posted."""
    for attributes, inside in _FORM.findall(page):
        about = dict(_ATTRIBUTE.findall(attributes))
        found = [dict(_ATTRIBUTE.findall(field)) for field in _FIELD.findall(inside)]
        fields = [
            (unescape(field["name"]), unescape(field.get("value", "")))
            for field in found
            if "name" in field
        ]
        kept = tuple((name, value) for name, value in fields if name != "csrfmiddlewaretoken")
        if about.get("method", "").lower() == "post":
            yield Form(unescape(about.get("action", "") or address), kept)
        for field in found:
            if "formaction" in field:
                yield Form(unescape(field["formaction"]), kept)
