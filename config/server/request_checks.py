"""Checks of requests: one that cannot be read is refused with a page of the site before any view
runs.

No view meets an unknown host or encoding, a query with too many fields, or a NUL, which PostgreSQL
does not take. Some of these raise before the first middleware.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.exceptions import (
    BadRequest,
    DisallowedHost,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.multipartparser import MultiPartParserError
from django.urls import get_resolver
from django.utils.http import parse_header_parameters

# in the environ of a refused request: the status
REFUSAL = "fairdeal.refusal"
# in the environ of one that is replaced by a look at the front page: its path
ASKED = "fairdeal.asked"
METHODS = ("GET", "HEAD", "POST", "OPTIONS")
CHARSETS = ("", "utf-8", "utf8")  # in which browsers send forms
PAGES = (400, 403, 404, 405)  # statuses that may come without a page

GetResponse = Callable[[HttpRequest], HttpResponse]


def is_readable_type(meta: dict[str, Any]) -> bool:
    """Return whether Django can read the content type of a request, which it does before any
    middleware could answer the error."""
    try:
        _, parameters = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        charset = parameters.get("charset", "").lower()
        return charset in CHARSETS or not _is_codec(charset)
    except (LookupError, ValueError, SuspiciousOperation):
        return False


class RequestChecks:
    """The first middleware: replaces a request that cannot be read with one for the front page, and
    answers it with the page of the refusal."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request, or one for the front page in its place if it cannot be read."""
        if refusal := request.META.get(REFUSAL) or _refusal(request):
            request = _look_at_front_page(request)
            request.META[REFUSAL] = refusal
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Return the page of a refusal; None for a readable request."""
        refusal = request.META.get(REFUSAL)
        return page(request, refusal, ", ".join(METHODS)) if refusal else None


class ErrorPages:
    """The last middleware: gives the framework's empty refusals our page, and keeps answers to
    people who are signed in out of caches."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request with a page."""
        response = self._paged(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES and "Cache-Control" not in response:
            response["Cache-Control"] = "private, no-store"
        return response

    def _paged(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code not in PAGES or response.content:
            return response
        return page(request, response.status_code, response.get("Allow", ""))


def page(request: HttpRequest, status: int, allowed: str) -> HttpResponse:
    """Return the site's page for a status; `allowed` are the methods to name with 405."""
    answer: HttpResponse = get_resolver().resolve_error_handler(status)(request)
    if status == 405:
        answer["Allow"] = allowed
    return answer


def _refusal(request: HttpRequest) -> int:
    """Return the status of the refusal; 0 for a request that can be read."""
    if request.method not in METHODS:
        return 405
    charset = (request.content_params or {}).get("charset", "").lower()
    if charset not in CHARSETS or "\0" in request.path_info:
        return 400
    try:
        request.get_host()
        fields = (
            [*_fields(request.GET), *_fields(request.POST)]
            if request.method == "POST"
            else _fields(request.GET)
        )
    except RequestDataTooBig:
        return 413
    except (BadRequest, DisallowedHost, SuspiciousOperation, MultiPartParserError, ValueError):
        return 400
    return 400 if any("\0" in text for text in fields) else 0


def _is_codec(charset: str) -> bool:
    """Return whether Python knows a charset: Django ignores others."""
    try:
        codecs.lookup(charset)
    except LookupError:
        return False
    return True


def _fields(data: QueryDict) -> list[str]:
    return [text for name, values in data.lists() for text in (name, *values)]


def _look_at_front_page(request: HttpRequest) -> HttpRequest:
    """Return a request of the same visitor for the front page."""
    environ = request.META  # the same dictionary, since config.server.wsgi reads marks in it
    environ[ASKED] = request.path_info
    environ |= {"REQUEST_METHOD": "GET", "PATH_INFO": "/", "wsgi.input": BytesIO()}
    environ |= dict.fromkeys(("QUERY_STRING", "CONTENT_TYPE", "CONTENT_LENGTH"), "")
    environ["HTTP_HOST"] = settings.BASE_URL.partition("://")[2]
    environ.pop("HTTP_REFERER", None)
    return WSGIRequest(environ)
