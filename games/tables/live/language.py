"""The language of a socket, found as LocaleMiddleware does for requests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.http import HttpRequest, parse_cookie
from django.utils import translation

T = TypeVar("T")


def language_of(scope: Any) -> str:
    """Return the language that the browser behind this ASGI scope asks for, by its cookie or its
    Accept-Language header; the site's own language if the site has no such one."""
    headers = {name: value.decode("latin1") for name, value in scope["headers"]}
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get(b"accept-language", "")
    request.COOKIES = parse_cookie(headers.get(b"cookie", ""))
    return translation.get_language_from_request(request)


def spoken(language: str, function: Callable[..., T], *args: Any) -> T:
    """Call a function while this language is active; return its result."""
    with translation.override(language):
        return function(*args)
