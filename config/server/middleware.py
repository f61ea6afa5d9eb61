"""A shorter way for moves: they are most of the requests of a busy site, and need little of what
pages need. And compression of both."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast

from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware
from django.middleware.gzip import GZipMiddleware
from django_htmx.middleware import HtmxMiddleware

from accounts.middleware import Visitors
from games.tables.http.actions import act

MOVE = re.compile(r"/t/([-\w]+)/act/", re.ASCII)

TEXTS = ("text/", "application/json", "application/xml")

GetResponse = Callable[[HttpRequest], HttpResponse]


class Compressed(GZipMiddleware):
    """Compress texts for browsers that take it: a board of 18 kB becomes 4, for a quarter of a
    millisecond. The length of what is sent tells little about it (BREACH): the token of forms is
    masked anew in each answer, and Django adds up to a hundred random bytes. Pictures are as small
    as they get."""

    def process_response(self, request: HttpRequest, response: Any) -> HttpResponseBase:
        """Return the answer, compressed if it is text."""
        if not response.get("Content-Type", "").startswith(TEXTS):
            return cast("HttpResponseBase", response)
        return super().process_response(request, response)


class ShortWay:
    """A move that htmx sends is answered by a fragment: no messages, no policy for a page, no
    account pages. What keeps it safe is the same: the signed session, the CSRF check, the service's
    own checks. Plain forms go the long way."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.csrf = CsrfViewMiddleware(self._act)
        self.short: Any = SessionMiddleware(Visitors(HtmxMiddleware(cast("Any", self.csrf))))

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request: a move by the shorter way."""
        move = (
            request.method == "POST"
            and "HX-Request" in request.headers
            and MOVE.fullmatch(request.path_info) is not None
        )
        response: HttpResponse = self.short(request) if move else self.get_response(request)
        return response

    def _act(self, request: HttpRequest) -> HttpResponse:
        match = MOVE.fullmatch(request.path_info)
        assert match
        refused: HttpResponse | None = self.csrf.process_view(request, act, (), {})
        return refused or act(request, table_id=match[1])
