"""Moves, most of the requests of a busy site, answered in the event loop by one statement and
without a thread.

All checks of forms apply: the host, the signed session, Django's own of token and origin, the
limits, the services'. A request that is not plain goes on to Django.
"""

from __future__ import annotations

import logging
import re
import time
from functools import cached_property
from typing import Any, Final, cast

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse, QueryDict, parse_cookie
from django.middleware.csrf import CsrfViewMiddleware
from django.utils import translation

from accounts import sessions
from accounts.sessions import Visitor
from config.monitoring import metrics
from config.server.middleware import Compressed
from config.server.wsgi import Answer, Django, send_whole, whole_body
from games.tables.http.actions import act_in_loop
from games.tables.http.request import Request

log = logging.getLogger(__name__)

MOVE: Final = re.compile(r"/t/([-\w]+)/act/", re.ASCII)
LONGEST = 1000  # bytes of a form; others are longer than any that the site has made
LONGEST_COOKIE = 2000  # characters: claims are cached, whoever has sent them
FORMS = (b"application/x-www-form-urlencoded", b"application/x-www-form-urlencoded;charset=utf-8")
READ: Final = {  # the headers that are read here
    name.encode(): "HTTP_" + name.upper().replace("-", "_")
    for name in (
        *("accept-encoding", "accept-language", "content-type", "cookie", "host", "hx-request"),
        *("origin", "referer", "x-csrftoken", "fairdeal-socket", "fairdeal-version"),
    )
}
# the headers that a view reads
ASKED: Final = {
    name: READ[name.lower().encode()] for name in ("Fairdeal-Socket", "Fairdeal-Version")
}


class _Plain(HttpRequest):
    """A move as htmx sends it: a request with only the attributes that are read."""

    htmx = True

    def __init__(self, scope: Any, headers: dict[str, str], body: bytes) -> None:
        self.method, self.path, self.META, self.at = "POST", scope["path"], headers, scope["scheme"]
        self.COOKIES = parse_cookie(headers.get("HTTP_COOKIE", ""))
        self.POST = QueryDict(body)
        self.headers = {n: headers[key] for n, key in ASKED.items() if key in headers}  # type: ignore[assignment]

    @cached_property
    def host(self) -> str:
        """Return the host, which three checks ask for. Raises DisallowedHost."""
        return super().get_host()

    def get_host(self) -> str:
        return self.host

    def _get_scheme(self) -> str:
        scheme: str = self.at
        return scheme


class _Csrf(CsrfViewMiddleware):
    def _reject(self, request: HttpRequest, reason: str) -> HttpResponse:
        return HttpResponse(reason, status=403)  # Django says and logs it


class Moves:
    """An ASGI application that answers plain moves and passes everything else on."""

    def __init__(self, django: Django) -> None:
        self.django = django
        self.csrf = _Csrf(_nobody)
        self.compressed = Compressed(_nobody)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a plain move, or pass a request on."""
        move = MOVE.fullmatch(scope["path"]) if scope["method"] == "POST" else None
        if move is None:
            await self.django(scope, receive, send)
            return
        body = await whole_body(receive)
        if body is None:
            return
        try:
            answer = await self._answer(move[1], scope, body)
        except Exception:
            log.exception("A move could not be answered in the loop. Django answers it.")
            answer = None
        await send_whole(send, answer or await self.django.answer(scope, body))

    async def _answer(self, table_id: str, scope: Any, body: bytes) -> Answer | None:
        began = time.perf_counter()
        request = _plain(scope, body)
        visitor = self._visitor(request) if request is not None else None
        if request is None or visitor is None:
            return None
        language = translation.get_language_from_request(request)
        with translation.override(language):
            response = await act_in_loop(cast("Request", request), table_id, visitor)
        if response is None:
            return None
        metrics.count(metrics.MOVE, response.status_code, time.perf_counter() - began)
        response["Vary"], response["Content-Language"] = "Cookie, Accept-Language", language
        return _sent(cast("HttpResponse", self.compressed.process_response(request, response)))

    def _visitor(self, request: _Plain) -> Visitor | None:
        """Return the visitor; None if unknown, or if a page of another site may have sent the
        request."""
        cookie = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        claim = sessions.claim_of(cookie) if len(cookie) < LONGEST_COOKIE else None
        if claim is None or claim.until <= time.time():
            return None
        try:
            request.get_host()
        except DisallowedHost:
            return None
        refused = self.csrf.process_view(request, _nobody, (), {})
        return claim.visitor if refused is None else None


def _plain(scope: Any, body: bytes) -> _Plain | None:
    """Return the request if it is plain: a move as htmx sends it."""
    headers: dict[str, str] = {}
    for name, value in scope["headers"]:
        if name in READ:
            if READ[name] in headers:
                return None
            headers[READ[name]] = value.decode("latin1")
    kind = headers.get("HTTP_CONTENT_TYPE", "").lower().replace(" ", "").encode()
    if (
        headers.get("HTTP_HX_REQUEST") != "true"
        or kind not in FORMS
        or "HTTP_HOST" not in headers
        or scope["query_string"]
        or len(body) > LONGEST
        or b"\0" in body
        or b"%00" in body
    ):
        return None
    return _Plain(scope, headers, body)


def _sent(response: HttpResponse) -> Answer:
    if response.status_code != 204:
        response["Content-Length"] = str(len(response.content))
    headers = [
        (name.lower().encode("latin1"), value.encode("latin1")) for name, value in response.items()
    ]
    return response.status_code, headers, response.content


def _nobody(request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=404)
