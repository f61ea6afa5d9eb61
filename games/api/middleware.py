"""The middleware for programs, which bypasses all that pages need: session, forms and cookies."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.urls import resolve
from django.utils.cache import patch_vary_headers

from accounts.metering import metered
from games.api.problems import problem

Answer = Callable[[HttpRequest], HttpResponse]
PATH = re.compile(r"/(api/1(?!/docs/)|embed)(/|$)")  # the page about the API is a page of the site
METHODS = "GET, POST, OPTIONS"
SENT = "Authorization, Content-Type, Idempotency-Key, If-None-Match"
READ = "ETag, Retry-After, RateLimit, RateLimit-Policy, Fairdeal-Error"


class Programs:
    """Answers requests to `/api/1/` and for frames. Pages of other sites may read the answers: a
    browser does not send a token by itself."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request of a program; pass others on."""
        if not PATH.match(request.path_info):
            return self.get_response(request)
        response = HttpResponse(status=204) if request.method == "OPTIONS" else call(request)
        response["Access-Control-Allow-Origin"] = "*"
        response["Access-Control-Expose-Headers"] = READ
        if request.method == "OPTIONS":
            response["Access-Control-Allow-Methods"] = METHODS
            response["Access-Control-Allow-Headers"] = SENT
            response["Access-Control-Max-Age"] = "86400"
        response.setdefault("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
        patch_vary_headers(response, ["Authorization", "Accept-Language"])
        return response


def call(request: HttpRequest) -> HttpResponse:
    """Answer a request of a program. Raises Http404."""
    match = resolve(request.path_info)
    request.resolver_match = match
    # reading may be expensive
    view = match.func if request.method == "POST" else metered(match.func)
    response: HttpResponse = view(request, *match.args, **match.kwargs)
    if response.status_code == 405:
        response = problem(405)
        response["Allow"] = METHODS
    if headers := getattr(request, "rate", None):
        response["RateLimit-Policy"], response["RateLimit"] = headers
    return response
